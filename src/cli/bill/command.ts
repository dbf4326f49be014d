import type { Command } from 'commander';
import type { Project } from '../../project/load-project.ts';
import { readCommandConfig } from '../command-config.ts';

/** Adds `bill`, which prints what was billed and saved. */
export function addBill(program: Command, project: Project): void {
  program
    .command('bill')
    .description('print what was billed and saved, with its price')
    .option('--since <when>', '7d, 12h, 2026-11-01 or 2026-11-01T09:00Z', '30d')
    .option('--by <what>', 'key, endpoint or interface', 'key')
    .option('--json', 'exact numbers of bytes')
    .addHelpText('after', '\nExample:\n  fieldstone bill --since 7d --by endpoint')
    .action(async ({ by, json = false, since }: { by: string; json?: boolean; since: string }) => {
      const { printBill } = await import('./bill.ts');
      const environment = {
        output: process.stdout,
        config: () => readCommandConfig(project),
        now: Date.now,
      };
      await printBill({ by, json, since }, environment);
    });
}
