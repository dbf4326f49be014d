import type { Command } from 'commander';
import { prepareEndpoints } from '../../catalog/prepare.ts';
import { Registry } from '../../catalog/registry.ts';
import { currentSettings } from '../../config/setting-list.ts';
import { readTables } from '../../endpoint/tables.ts';
import { ENDPOINTS } from '../../endpoints/index.ts';
import { readCommandConfig, readCommandFile } from '../command-config.ts';
import { printConfig } from './print-config.ts';

/** Adds `config`, which prints every setting; it stops at a wrong one, as the start would. */
export function addConfig(program: Command): void {
  program
    .command('config')
    .description('print every setting as it would be used, without secrets')
    .addHelpText('after', '\nExample:\n  fieldstone config')
    .action(() => {
      const { endpointAliases } = readCommandConfig();
      // Throws for an alias that the service would refuse.
      new Registry(prepareEndpoints(ENDPOINTS, readTables()), endpointAliases);
      process.stdout.write(printConfig(currentSettings({ configFile: readCommandFile() })));
    });
}
