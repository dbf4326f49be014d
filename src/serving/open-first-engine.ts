import type { Logger } from 'pino';
import { systemClock as clock } from '../async/system-clock.ts';
import type { PreparedEndpoint } from '../catalog/prepare.ts';
import type { Config } from '../config/config.ts';
import type { Probe } from '../engines/bigquery/warehouse/probe.ts';
import { checkDataFolder } from '../engines/duckdb/tables/data-folder.ts';
import type { EngineSettings, OpenEngine } from '../engines/opening/engine-settings.ts';
import { openEngine } from '../engines/opening/open-engine.ts';
import { messageOf } from '../errors.ts';
import { exampleValues } from '../execution/arguments/example-values.ts';
import { isOpenToOthers } from '../files/private-folder.ts';
import { moveEarlierTables } from '../import/earlier-tables.ts';
import { sweepUnfinished } from '../import/writing/work-folder.ts';
import type { Project } from '../project/load-project.ts';
import { announce } from '../server/lifecycle/start-messages.ts';
import { reportDamage, reportTables } from '../server/logging/logger.ts';

/** What the engine of a service is opened with. */
export interface FirstEngine extends Pick<EngineSettings, 'headers'> {
  readonly project: Project;
  readonly endpoints: readonly PreparedEndpoint[];
  readonly config: Config;
  readonly log: Logger;
  /** Whether other projects are served later. */
  readonly isDev: boolean;
}

/** Opens the engine of the configuration for the project that is served first. */
export async function openFirstEngine({
  config,
  endpoints,
  headers,
  isDev,
  log,
  project,
}: FirstEngine): Promise<OpenEngine> {
  if (config.engine === 'duckdb') {
    const onReadOnly = (error: unknown) =>
      log.warn({ reason: messageOf(error) }, 'the data folder takes no files');
    await checkDataFolder(config.dataDir, onReadOnly);
    const isOpen = await isOpenToOthers(config.dataDir);
    if (isOpen) log.warn('every user may enter the data folder: give it the mode 0700');
    await moveEarlierTables(config.dataDir, project.tables);
    await sweepUnfinished(config.dataDir).catch(onReadOnly);
  }
  announce(`Opening the engine, ${config.engine}`);
  return openEngine({
    ...config,
    project,
    mayMove: isDev,
    headers,
    onProcessEnd: (error) => log.warn({ err: error }, 'an engine process has ended'),
    onUnplannable: (error) =>
      log.warn({ err: error }, 'the engine cannot plan what the compiler printed'),
    probes: probesOf(endpoints),
    // Endpoints that come later may read others.
    checkedTables: isDev
      ? undefined
      : new Set(endpoints.flatMap(({ tables }) => [...tables.keys()])),
    onFindings: (findings) => reportTables(findings, log),
    onUnchecked: (error) => log.warn({ reason: messageOf(error) }, 'BigQuery does not answer'),
    onDamage: (damage) => reportDamage(damage, log),
  });
}

/** One statement per endpoint, with example values, which BigQuery must accept before the endpoint is ready. */
function probesOf(endpoints: readonly PreparedEndpoint[]): readonly Probe[] {
  return endpoints.map((endpoint) => ({
    endpoint: endpoint.definition.name,
    statement: endpoint.open.statement,
    parameters: exampleValues(endpoint, 1, clock()),
  }));
}
