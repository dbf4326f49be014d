import type { Logger } from 'pino';

/** Logs what differs between BigQuery's tables and their declarations, or that nothing does. */
export function reportTables(findings: readonly string[], log: Logger): void {
  if (findings.length > 0) log.warn({ findings }, 'the tables are not as declared');
  else log.info('the tables are as declared');
}

/** Logs which tables of the embedded engine are damaged, or that none is any longer. */
export function reportDamage(damage: readonly string[], log: Logger): void {
  if (damage.length > 0) log.error({ damage }, 'data of tables are damaged');
  else log.info('the data of all tables are there again');
}
