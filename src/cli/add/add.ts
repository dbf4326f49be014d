import { existsSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { decodeText } from '../../auth/files/text-file.ts';
import { examplePath } from '../../catalog/description/describe-endpoint.ts';
import { type PreparedEndpoint, prepareEndpoints } from '../../catalog/prepare.ts';
import type { Config } from '../../config/config.ts';
import { readFault } from '../../files/read-fault.ts';
import { createSchema } from '../../graphql/schema/schema.ts';
import { type EndpointText, readEndpointText } from '../../project/endpoint-files.ts';
import {
  type LoadOptions,
  type ProjectReading,
  problemsOf,
  readProject,
} from '../../project/load-project.ts';
import { endpointNameFault } from '../../project/names.ts';
import { ProjectError } from '../../project/problems/project-error.ts';
import { readProjectFile } from '../../project/project-file.ts';
import { UsageError } from '../command-error.ts';
import { describeText } from '../schema/describe-text.ts';
import { schemaFiles, writeSchemaFiles } from '../schema/schema-files.ts';

/** The parsed command line of `add`. */
export interface AddCommand {
  /** The file that is copied. */
  readonly file: string;
  /** @default the file's own */
  readonly name?: string | undefined;
}

/** Dependencies of the command. */
export interface AddEnvironment extends LoadOptions {
  /** The project's folder. */
  readonly folder: string;
  readonly config: () => Pick<Config, 'host' | 'port'>;
  /** What stands for the key in the printed command. */
  readonly key: string;
  /** Prints to standard output. */
  readonly write: (text: string) => void;
  /** Prints a line to standard error. */
  readonly complain: (line: string) => void;
}

/**
 * Copies a file of SQL to a project's endpoints, and prints what was inferred of it and how to call it. Rejects with what
 * is wrong with the SQL, and writes nothing then.
 */
export async function add(command: AddCommand, environment: AddEnvironment): Promise<void> {
  const { complain, config, folder, key, write, ...options } = environment;
  const text = readAdded(command, folder);
  const project = await readProject(folder, { ...options, added: text });
  const endpoint = compile(project, text, command.file);
  const path = join(folder, text.file);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text.sql, { flag: 'wx' });
  if (!(await writeSchema(project, endpoint))) {
    complain(
      `${project.settings.folders.schema}/ stays as it is: other endpoints have mistakes, which "fieldstone check" prints`,
    );
  }
  const request = `${serviceUrl(config())}${examplePath([endpoint.definition])}`;
  write(describeText(endpoint, createSchema([endpoint])));
  write(`\ncurl -H "X-API-KEY: ${key}" '${request}'\n`);
}

/** The SQL of a file under the name of the endpoint that it becomes; what is wrong with either is wrong use. */
function readAdded(
  { file, name = basename(file, '.sql') }: AddCommand,
  folder: string,
): EndpointText {
  if (!file.endsWith('.sql')) throw new UsageError(`"${file}" must be a .sql file`);
  const fault = endpointNameFault(name);
  if (fault !== undefined) throw new UsageError(`${fault}, with --name`);
  const { endpoints } = readProjectFile(folder).folders;
  const own = join(folder, endpoints, name);
  if (existsSync(own) || existsSync(`${own}.sql`)) {
    throw new UsageError(`There is an endpoint "${name}" already: write another name with --name`);
  }
  const target = `${endpoints}/${name}.sql`;
  const { problems, source } = readEndpointText({ name, file: target, sql: readSql(file) });
  if (source) return source;
  throw new ProjectError(problems.map((problem) => ({ ...problem, file })));
}

function readSql(file: string): string {
  try {
    return decodeText(readFileSync(file));
  } catch (cause) {
    throw new UsageError(`Cannot read "${file}": ${readFault(cause)}`, { cause });
  }
}

/** The endpoint as the service would use it; throws a `ProjectError` whose places are in the file that is added. */
function compile(
  project: ProjectReading,
  { file, name }: EndpointText,
  from: string,
): PreparedEndpoint {
  const placed = (error: unknown) =>
    error instanceof ProjectError
      ? new ProjectError(
          error.problems.map((one) => (one.file === file ? { ...one, file: from } : one)),
          { cause: error },
        )
      : error;
  try {
    const own = project.endpointProblems.filter(({ endpoint }) => endpoint === name);
    const problems = own.some(({ isConsequence }) => isConsequence) ? problemsOf(project) : own;
    if (problems.length > 0) throw new ProjectError(problems);
    const endpoints = project.endpoints.filter((one) => one.name === name);
    const [prepared] = prepareEndpoints({ ...project, endpoints });
    if (!prepared) throw new Error(`The endpoint "${name}" was not read`);
    return prepared;
  } catch (error) {
    throw placed(error);
  }
}

/** Prints `schema/` anew where it is there, or is needed; returns whether other endpoints let it. */
async function writeSchema(project: ProjectReading, added: PreparedEndpoint): Promise<boolean> {
  const { folder, settings } = project;
  const isNeeded = added.definition.statement.kind === 'foreign';
  if (!isNeeded && !existsSync(join(folder, settings.folders.schema))) return true;
  if (problemsOf(project).length > 0) return false;
  try {
    const sorted = project.endpoints.toSorted((one, other) => (one.name < other.name ? -1 : 1));
    await writeSchemaFiles(
      project,
      schemaFiles(prepareEndpoints({ ...project, endpoints: sorted })),
    );
    return true;
  } catch (error) {
    if (error instanceof ProjectError) return false;
    throw error;
  }
}

/** The address of a service of this machine. */
function serviceUrl({ host, port }: Pick<Config, 'host' | 'port'>): string {
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}
