import type { Command } from 'commander';
import type { Project } from '../../project/load-project.ts';
import { UsageError } from '../command-error.ts';
import { readCommandConfig } from '../command-options.ts';

/** Adds `mcp`, which serves endpoints as tools to the client that starts it. */
export function addMcp(program: Command, project: Project): void {
  program
    .command('mcp')
    .description(
      'serve endpoints as tools over standard input and output, with the rights of the key in FIELDSTONE_KEY, or all',
    )
    .option('--tools <names>', 'list only these, with commas between')
    .option('--max-chars <n>', 'bound of an answer, in characters; 0: none')
    .addHelpText('after', '\nExample:\n  npx fieldstone mcp -C DIR')
    .action(async (options: { readonly tools?: string; readonly maxChars?: string }) => {
      const { maxChars } = options;
      if (maxChars !== undefined && !/^\d{1,9}$/.test(maxChars)) {
        const problem = 'must be a number of characters with at most nine digits, 0 for no bound';
        throw new UsageError(`--max-chars "${maxChars}" ${problem}`);
      }
      // Loaded on demand, as engines take a while to load.
      const { serveLocally } = await import('./serve-locally.ts');
      await serveLocally(project, readCommandConfig(project), {
        ...options,
        // biome-ignore lint/style/noProcessEnv: the key is the client's to give
        key: process.env['FIELDSTONE_KEY'],
        streams: { input: process.stdin, output: process.stdout },
      });
    });
}
