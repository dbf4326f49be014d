import type { Command } from 'commander';
import { type CurrentSetting, currentSettings } from '../config/setting-list.ts';
import type { Project } from '../project/load-project.ts';
import { readCommandConfig, readCommandFile } from './command-options.ts';

/** Adds `config`, which prints every setting; it stops where the start would, but for ports and what writing meets. */
export function addConfig(program: Command, project: Project): void {
  program
    .command('config')
    .description('print every setting as it would be used, without secrets')
    .addHelpText('after', '\nExample:\n  fieldstone config')
    .action(async () => {
      // Loaded on demand, with the engines.
      const { checkStart } = await import('../check-start.ts');
      await checkStart(project, readCommandConfig(project));
      process.stdout.write(printConfig(currentSettings({ configFile: readCommandFile(project) })));
    });
}

/** Settings in the form of `.env`, each below its meaning, where its value comes from, and its default. */
export function printConfig(settings: readonly CurrentSetting[]): string {
  return settings
    .map(({ name, meaning, defaultText, isOverridden, valueText, source }) => {
      const before = isOverridden ? ', which comes before CONFIG_FILE' : '';
      const origin =
        source === 'default'
          ? 'Default.'
          : `From ${source}${before}; default: ${defaultText || 'none'}.`;
      return `# ${meaning}\n# ${origin}\n${name}=${valueText}\n`;
    })
    .join('\n');
}
