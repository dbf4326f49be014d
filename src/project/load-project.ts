import { resolve } from 'node:path';
import type { Endpoint } from '../endpoint/endpoint.ts';
import type { EndpointSettings } from '../endpoint/endpoint-spec.ts';
import { findClashes } from './clashes.ts';
import type { DescribeOnBigQuery } from './completion/infer-foreign.ts';
import { type ForeignContract, readForeignContracts } from './contract-file.ts';
import { type ProjectDefinitions, readDefinitions } from './definitions.ts';
import { type EndpointProblem, type EndpointText, readEndpoints } from './endpoint-files.ts';
import { EndpointReader } from './endpoint-reader.ts';
import { forgetChanged } from './modules/own-modules.ts';
import { PartCache } from './part-cache.ts';
import { type ProjectProblem, problemAt } from './problems/problem.ts';
import { ProblemList, ProjectError } from './problems/project-error.ts';
import { DEFAULT_SETTINGS, type ProjectSettings, readProjectFile } from './project-file.ts';
import { type InferFields, type ProjectTable, readTables } from './tables/tables.ts';

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
}

/** A project as far as its files are right. */
export interface ProjectReading extends Project {
  /** The files of views and functions that are used. */
  readonly definitions: ProjectDefinitions['files'];
  /** The mistakes of the other endpoints, in the order of their names. */
  readonly endpointProblems: readonly EndpointProblem[];
  /** The mistakes of what endpoints share: `fieldstone.json`, tables, views and functions. */
  readonly sharedProblems: readonly ProjectProblem[];
}

/** How a project is loaded. */
export interface LoadOptions {
  /** Needed for tables whose fields no file says. */
  readonly inferFields?: InferFields;
  /** Needed for endpoints with `@engine bigquery` whose text the contract does not describe. */
  readonly describeOnBigQuery?: DescribeOnBigQuery;
  /** An endpoint beside those of the folder, of another name than theirs. */
  readonly added?: EndpointText;
}

/** How a project is read again. */
export interface ReadOptions extends LoadOptions {
  /** Remembers what was made of the same files. @default nothing is remembered */
  readonly cache?: PartCache;
  /** An earlier reading: of shared files that are wrong now, what was right then is used. */
  readonly before?: ProjectReading | undefined;
}

/** Loads the project in a folder; rejects with a `ProjectError` that has all that is wrong with its files. */
export async function loadProject(folder: string, options: LoadOptions = {}): Promise<Project> {
  const project = await readProject(folder, options);
  const problems = problemsOf(project);
  if (problems.length > 0) throw new ProjectError(problems);
  return project;
}

/** All mistakes of a project's files, without those that only follow from others. */
export function problemsOf({
  endpointProblems,
  sharedProblems,
}: Pick<ProjectReading, 'endpointProblems' | 'sharedProblems'>): readonly ProjectProblem[] {
  return [...sharedProblems, ...endpointProblems.filter(({ isConsequence }) => !isConsequence)];
}

/** Reads the project in a folder, with everything that is wrong with its files. */
export async function readProject(
  folder: string,
  { added, before, cache = new PartCache(), describeOnBigQuery, inferFields }: ReadOptions = {},
): Promise<ProjectReading> {
  const root = resolve(folder);
  cache.begin();
  forgetChanged();
  const shared = new ProblemList();
  const settings = (await shared.collect(() => readProjectFile(root))) ?? before?.settings;
  if (!settings) return emptyReading(root, shared.all);
  const { tables, ...read } = await readTables(root, settings, {
    cache,
    inferFields,
    before: before?.tables,
  });
  const definitions = await readDefinitions(root, settings, tables, {
    cache,
    before: before && { files: before.definitions },
    unusable: read.unusable,
  });
  const { folders } = settings;
  const { sources: own, problems } = await readEndpoints(root, folders.endpoints, cache);
  const sources = added ? [...own, added] : own;
  const reader = new EndpointReader({
    tables,
    definitions,
    defaults: defaultSettings(settings),
    unusable: [...read.unusable, ...definitions.unusable],
    foreign: { contracts: contractsOf(root, settings, sources), describeOnBigQuery },
    cache,
  });
  const readings = await Promise.all(sources.map((source) => reader.read(source)));
  const compiled = readings.flatMap(({ endpoint }) => endpoint ?? []);
  const failed = [...readings.flatMap(({ problem }) => problem ?? []), ...clashProblems(compiled)];
  const wrong = new Set(failed.map(({ endpoint }) => endpoint));
  return {
    folder: root,
    settings,
    tenant: settings.tenant,
    tables,
    endpoints: compiled.filter(({ name }) => !wrong.has(name)),
    definitions: definitions.files,
    endpointProblems: [...problems, ...failed].sort((one, other) =>
      one.endpoint < other.endpoint ? -1 : 1,
    ),
    sharedProblems: [...shared.all, ...read.problems, ...definitions.problems],
  };
}

/** A project without parts, of which nothing is read. */
export function emptyProject(folder: string): Project {
  return emptyReading(resolve(folder), []);
}

/** Of a project whose `fieldstone.json` was never right: nothing says where its parts are. */
function emptyReading(folder: string, problems: readonly ProjectProblem[]): ProjectReading {
  return {
    folder,
    settings: DEFAULT_SETTINGS,
    tables: new Map(),
    endpoints: [],
    definitions: new Map(),
    endpointProblems: [],
    sharedProblems: problems,
  };
}

function contractsOf(
  folder: string,
  { folders }: ProjectSettings,
  sources: readonly EndpointText[],
): ReadonlyMap<string, ForeignContract> {
  const hasForeign = sources.some(({ header }) => header.engine);
  return hasForeign ? readForeignContracts(folder, folders.schema) : new Map();
}

/** The problems of endpoints that cannot be there together. */
export function clashProblems(endpoints: readonly Endpoint[]): readonly EndpointProblem[] {
  return findClashes(endpoints).map(({ endpoint, message, offset }) => ({
    ...problemAt(endpoint.file, endpoint.sql, message, offset),
    endpoint: endpoint.name,
  }));
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
