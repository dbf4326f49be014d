import { join } from 'node:path';
import { addKeys } from '../../src/cli/keys/command.ts';
import { runCommandLine } from './command-line.ts';
import { PROJECT } from './project.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** The moment at which the commands run. */
export const NOW = new Date('2026-07-01T10:00:00Z');

/** The command `keys` on a key file of its own. */
export function commandLine() {
  const file = join(temporaryFolder(), 'keys.json');
  return {
    file,
    async run(line: string, now = NOW, input = '') {
      const out: string[] = [];
      const err: string[] = [];
      const environment = {
        file,
        endpoints: PROJECT.endpoints,
        now,
        readInput: async () => input,
        print: (text: string) => out.push(text),
        complain: (text: string) => err.push(text),
      };
      const code = await runCommandLine(
        (program) => addKeys(program, () => environment),
        ['keys', ...line.split(' ').filter(Boolean)],
        { write: (text) => out.push(text), writeError: (text) => err.push(text.trimEnd()) },
      );
      return { code, out: out.join('\n'), err: err.join('\n'), last: out.at(-1) ?? '' };
    },
  };
}
