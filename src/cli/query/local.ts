import { systemClock } from '../../async/system-clock.ts';
import { unrestricted } from '../../auth/caller.ts';
import {
  describeEndpoint,
  type EndpointDescription,
} from '../../catalog/description/describe-endpoint.ts';
import { SHAPE_NAMES } from '../../catalog/description/shape-abilities.ts';
import { type PreparedEndpoint, prepareEndpoints } from '../../catalog/prepare.ts';
import { Registry } from '../../catalog/registry.ts';
import type { Config } from '../../config/config.ts';
import type { Endpoint } from '../../endpoint/endpoint.ts';
import { openEngine } from '../../engines/opening/open-engine.ts';
import type { RawArguments } from '../../execution/arguments/arguments.ts';
import { createPipeline } from '../../execution/pipeline.ts';
import type { RunResult } from '../../execution/run-result.ts';
import type { Runner } from '../../execution/runner.ts';
import { readShape, type Shape } from '../../execution/shaping/shape.ts';
import type { Project } from '../../project/load-project.ts';
import { requireDataFolder } from '../command-options.ts';

/** A caller without restrictions: who runs the command can read the data anyway. */
export const OPERATOR = unrestricted('operator');

/** The endpoints of a project, by the aliases that are configured too. */
export function openRegistry(project: Project, { endpointAliases }: Config): Registry {
  return new Registry(prepareEndpoints(project), endpointAliases);
}

/** All endpoints, as listed by the service for a key without restrictions. */
export function describeLocally(project: Project, config: Config): readonly EndpointDescription[] {
  return openRegistry(project, config).endpoints.map((one) => describeEndpoint(one, OPERATOR));
}

/** A request to an endpoint. */
export interface LocalRequest {
  readonly endpoint: string;
  /** By REST name, the limit and the order of the rows too. */
  readonly arguments: RawArguments;
  readonly sql: string | undefined;
  readonly redact: boolean;
}

/** Runs endpoints in this process. */
export interface LocalRunner {
  run(input: LocalRequest): Promise<RunResult>;
  close(): Promise<void>;
}

/** A runner over the configured engine, in this process. */
export interface OpenRunner {
  readonly runner: Runner;
  close(): Promise<void>;
}

/** Opens the configured engine for endpoints of a project. */
export async function openRunner(project: Project, config: Config): Promise<OpenRunner> {
  // One client needs only one process of each kind.
  const settings = { ...config, project, storedProcesses: 1, callersProcesses: 1 };
  const { dataSource, engine } = await openEngine(settings);
  const { runner } = createPipeline({
    engine,
    dataSource,
    clock: systemClock,
    cacheBytes: 16e6,
    warmDailyBytes: 0,
    redaction: config.redaction,
    log: { refreshFailed: () => {}, overBudget: () => {} },
  });
  return { runner, close: () => engine.close() };
}

/** Opens a project to be run with the operator's rights. */
export async function openLocally(
  project: Project,
  config: Config,
  registry = openRegistry(project, config),
): Promise<LocalRunner> {
  const { close, runner } = await openRunner(project, config);
  const { signal } = new AbortController();
  return {
    async run(input) {
      const endpoint = registry.find(input.endpoint, OPERATOR);
      const request = {
        endpoint,
        caller: OPERATOR,
        arguments: input.arguments,
        shape: shapeIn(endpoint.definition, input.arguments),
        sql: input.sql,
        redact: input.redact,
        via: 'rest',
      } as const;
      return runner.run(await runner.plan(request, { signal }), { now: systemClock(), signal });
    },
    close,
  };
}

/** Runs an endpoint in this process, on the configured engine. */
export async function runLocally(
  project: Project,
  config: Config,
  input: LocalRequest,
): Promise<RunResult> {
  // A wrong name needs no engine.
  const registry = openRegistry(project, config);
  const endpoint = registry.find(input.endpoint, OPERATOR);
  if (!config.bigquery && needsDataFolder(project, endpoint)) {
    await requireDataFolder(config.dataDir);
  }
  const local = await openLocally(project, config, registry);
  try {
    return await local.run(input);
  } finally {
    await local.close();
  }
}

/** Whether the endpoint reads a table whose rows are imported. */
function needsDataFolder(project: Project, { tables }: PreparedEndpoint): boolean {
  return [...tables.keys()].some((name) => project.tables.get(name)?.data === undefined);
}

function shapeIn(definition: Endpoint, values: RawArguments): Shape | undefined {
  const order = values[SHAPE_NAMES.orderBy];
  return readShape(definition, {
    limit: values[SHAPE_NAMES.limit],
    orderBy: order === undefined ? undefined : String(order).split(','),
  });
}
