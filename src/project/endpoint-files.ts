import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Header, parseHeader, type SqlError } from '#googlesql';
import { importDefault } from './modules/import-module.ts';
import { codeVersion } from './modules/own-modules.ts';
import { endpointFaults, endpointNameFault } from './names.ts';
import { PartCache } from './part-cache.ts';
import { type ProjectProblem, problemAt, problemOf } from './problems/problem.ts';
import { ProblemList, ProjectError } from './problems/project-error.ts';
import { readProjectText, readSqlText } from './problems/read-json.ts';

/** The files of an endpoint, as far as they can be read without its project's tables. */
export interface EndpointText {
  readonly name: string;
  /** The file of its SQL, below the project's folder, with slashes. */
  readonly file: string;
  readonly sql: string;
  /** The SQL's head comment, which has no mistakes. */
  readonly header: Header;
  /** Its `endpoint.ts`. */
  readonly spec?: {
    /** Below the project's folder, with slashes. */
    readonly file: string;
    readonly text: string;
    /** The default export, which is not undefined. */
    readonly value: unknown;
    /** Another one once its code, or that of the project's modules that it imports, is another. */
    readonly codeVersion: string;
  };
}

/** A problem of one endpoint. */
export interface EndpointProblem extends ProjectProblem {
  /** The endpoint's name, as its file says it. */
  readonly endpoint: string;
  /** Whether it only follows from a mistake in a file that the endpoint reads. @default false */
  readonly isConsequence?: boolean;
}

/** The endpoints of a project. */
export interface EndpointFiles {
  /** Those without problems, in the order of their names. */
  readonly sources: readonly EndpointText[];
  /** In the order of the endpoints' names. */
  readonly problems: readonly EndpointProblem[];
}

/**
 * Reads the endpoints in a folder of a project: `NAME.sql`, or `NAME/query.sql` with an optional `NAME/endpoint.ts`. What
 * is hidden, and other files, are left alone.
 */
export async function readEndpoints(
  folder: string,
  endpoints: string,
  cache = new PartCache(),
): Promise<EndpointFiles> {
  const files = endpointFiles(folder, endpoints);
  const readings = await Promise.all(files.map((found) => readEndpoint(folder, found, cache)));
  return {
    sources: readings.flatMap(({ source }) => source ?? []),
    problems: readings.flatMap(({ problems }, i) =>
      problems.map((problem) => ({ ...problem, endpoint: files[i]?.name ?? '' })),
    ),
  };
}

/** The problem of an error in an endpoint's SQL. */
export function sqlProblem(
  { file, sql }: Pick<EndpointText, 'file' | 'sql'>,
  { message, offset }: SqlError,
): ProjectProblem {
  return problemAt(file, sql, message, offset);
}

/** Where an endpoint is, and what is wrong with its name or its place. */
interface FoundEndpoint {
  readonly name: string;
  readonly file: string;
  readonly specFile: string | undefined;
  readonly faults: readonly string[];
}

/** The endpoints of a folder, in the order of their names. */
function endpointFiles(folder: string, endpoints: string): readonly FoundEndpoint[] {
  const root = join(folder, endpoints);
  if (!existsSync(root)) return [];
  const entries = readdirSync(root).filter((name) => !name.startsWith('.'));
  const folders = entries.filter((name) => statSync(join(root, name)).isDirectory());
  const files = entries.filter((name) => name.endsWith('.sql') && !folders.includes(name));
  const single = new Set(files.map((file) => file.slice(0, -'.sql'.length)));
  const names = [...new Set([...folders, ...single])].sort();
  const clashes = new Map(endpointFaults(names).map(({ index, message }) => [index, message]));
  return names.map((name, i) => {
    const inFolder = `${endpoints}/${name}/query.sql`;
    const specFile = `${endpoints}/${name}/endpoint.ts`;
    const isBoth = single.has(name) && folders.includes(name);
    const faults = [
      endpointNameFault(name) ?? clashes.get(i),
      isBoth ? `"${name}" is also in ${inFolder}: leave one of them` : undefined,
    ];
    return {
      name,
      file: single.has(name) ? `${endpoints}/${name}.sql` : inFolder,
      specFile: !single.has(name) && existsSync(join(folder, specFile)) ? specFile : undefined,
      faults: faults.filter((fault) => fault !== undefined),
    };
  });
}

/** An endpoint, or all that is wrong with its files. */
interface EndpointReading {
  readonly source?: EndpointText;
  readonly problems: readonly ProjectProblem[];
}

/** Reads the text of an endpoint that is its SQL alone. */
export function readEndpointText(
  text: Pick<EndpointText, 'file' | 'name' | 'sql'>,
): EndpointReading {
  const header = parseHeader(text.sql);
  const problems = header.errors.map((error) => sqlProblem(text, error));
  return problems.length > 0 ? { problems } : { source: { ...text, header }, problems };
}

async function readEndpoint(
  folder: string,
  { faults, file, name, specFile }: FoundEndpoint,
  cache: PartCache,
): Promise<EndpointReading> {
  const problems = new ProblemList();
  problems.add(...faults.map((fault) => problemOf(file, fault)));
  const sql = (await problems.collect(() => readSqlText(folder, file))) ?? '';
  const value = specFile && (await problems.collect(() => importSpec(folder, specFile)));
  const text = cache.get(`header ${name}`, [file, sql], () =>
    readEndpointText({ name, file, sql }),
  );
  problems.add(...text.problems);
  if (problems.all.length > 0 || !text.source) return { problems: problems.all };
  const spec = specFile && {
    spec: {
      file: specFile,
      text: readProjectText(folder, specFile),
      value,
      codeVersion: codeVersion(join(folder, specFile)),
    },
  };
  return { source: { ...text.source, ...spec }, problems: [] };
}

async function importSpec(folder: string, file: string): Promise<unknown> {
  const value = await importDefault(folder, file);
  if (value !== undefined) return value;
  const message = 'Expected an export: write "export default defineEndpoint({…})"';
  throw new ProjectError([problemAt(file, readProjectText(folder, file), message)]);
}
