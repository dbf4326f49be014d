import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SqlError } from '#googlesql';
import { checkSpec } from '../endpoint/check-spec.ts';
import type { Endpoint, EndpointSource } from '../endpoint/endpoint.ts';
import type { EndpointDeclaration, EndpointSettings } from '../endpoint/endpoint-spec.ts';
import { messageOf } from '../errors.ts';
import { findClashes } from './clashes.ts';
import { completeEndpoint, type EndpointContext } from './completion/complete-endpoint.ts';
import {
  type DescribeOnBigQuery,
  type ForeignContext,
  inferForeign,
} from './completion/infer-foreign.ts';
import { readForeignContracts } from './contract-file.ts';
import { readDefinitions } from './definitions.ts';
import {
  type EndpointProblem,
  type EndpointText,
  readEndpoints,
  sqlProblem,
} from './endpoint-files.ts';
import { problemAt, problemOf } from './problems/problem.ts';
import { ProblemList, ProjectError } from './problems/project-error.ts';
import { type ProjectSettings, readProjectFile } from './project-file.ts';
import { type InferFields, type ProjectTable, readTables } from './tables.ts';

/** A project: what its folder says, read and checked, but not compiled. */
export interface Project {
  /** Its folder, an absolute path. */
  readonly folder: string;
  readonly settings: ProjectSettings;
  /** The pin that restricts a key to one tenant in every endpoint; undefined if there is none. */
  readonly tenant?: string | undefined;
  readonly tables: ReadonlyMap<string, ProjectTable>;
  /** Those without mistakes, in the order of their names. */
  readonly endpoints: readonly Endpoint[];
  /** The mistakes of the others, in the order of their names. */
  readonly problems: readonly EndpointProblem[];
}

/** The folder of the project that this package brings along. */
export const OWN_FOLDER = fileURLToPath(new URL('../../', import.meta.url));

/** How a project is loaded. */
export interface LoadOptions {
  /** Needed for tables whose fields no file says. */
  readonly inferFields?: InferFields;
  /** Needed for endpoints with `@engine bigquery` whose text the contract does not describe. */
  readonly describeOnBigQuery?: DescribeOnBigQuery;
}

/** Loads the project in a folder; rejects with a `ProjectError` that has all that is wrong with its files. */
export async function loadProject(folder: string, options: LoadOptions = {}): Promise<Project> {
  const project = await readProject(folder, options);
  if (project.problems.length > 0) throw new ProjectError(project.problems);
  return project;
}

/**
 * Reads the project in a folder, with the problems of single endpoints; rejects with a `ProjectError` for those of other
 * files.
 */
export async function readProject(
  folder: string,
  { describeOnBigQuery, inferFields }: LoadOptions = {},
): Promise<Project> {
  const root = resolve(folder);
  const settings = readProjectFile(root);
  const shared = new ProblemList();
  const tables = await shared.collect(() => readTables(root, settings, inferFields));
  const definitions =
    tables && (await shared.collect(() => readDefinitions(root, settings, tables)));
  const { sources, problems } = await readEndpoints(root, settings.folders.endpoints);
  // What endpoints read of them cannot be told then, but the mistakes of their own files can.
  if (!tables || !definitions) throw new ProjectError([...shared.all, ...problems]);
  const context = { tables, ...definitions, defaults: defaultSettings(settings) };
  const hasForeign = sources.some(({ header }) => header.engine);
  const contracts = hasForeign ? readForeignContracts(root, settings.folders.schema) : new Map();
  const foreign = { contracts, describeOnBigQuery };
  const readings = await Promise.all(
    sources.map((source) => readEndpoint(source, context, foreign)),
  );
  const read = readings.flatMap(({ endpoint }) => endpoint ?? []);
  const failed = [
    ...readings.flatMap(({ problem }) => problem ?? []),
    ...findClashes(read).map(({ endpoint, message, offset }) => ({
      ...problemAt(endpoint.file, endpoint.sql, message, offset),
      endpoint: endpoint.name,
    })),
  ];
  const wrong = new Set(failed.map(({ endpoint }) => endpoint));
  return {
    folder: root,
    settings,
    tenant: settings.tenant,
    tables,
    endpoints: read.filter(({ name }) => !wrong.has(name)),
    problems: [...problems, ...failed].sort((one, other) =>
      one.endpoint < other.endpoint ? -1 : 1,
    ),
  };
}

/** The settings of endpoints that say nothing else. */
function defaultSettings({ defaults }: ProjectSettings): EndpointSettings {
  const { cache, maxRows, redact, sandbox, shape, warm } = defaults;
  return {
    maxRows,
    cacheSeconds: cache === 'off' ? undefined : cache,
    warmSeconds: warm === 'off' ? undefined : warm,
    sandbox,
    redactPii: redact,
    shape,
  };
}

/** An endpoint, or what is wrong with it. */
interface EndpointReading {
  readonly endpoint?: Endpoint;
  readonly problem?: EndpointProblem;
}

async function readEndpoint(
  text: EndpointText,
  context: EndpointContext,
  foreign: ForeignContext,
): Promise<EndpointReading> {
  const { name: endpoint, spec } = text;
  try {
    const source = sourceOf(text);
    const inferred = source.header.engine ? await inferForeign(source, foreign) : undefined;
    return { endpoint: completeEndpoint(source, context, inferred) };
  } catch (error) {
    const file = spec?.file ?? text.file;
    const problem =
      error instanceof SqlError ? sqlProblem(text, error) : problemOf(file, messageOf(error));
    return { problem: { ...problem, endpoint } };
  }
}

function sourceOf({ spec, ...text }: EndpointText): EndpointSource {
  const declaration = (spec?.value ?? {}) as EndpointDeclaration;
  checkSpec(declaration);
  return { ...text, declaration };
}
