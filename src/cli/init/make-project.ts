import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { excerpt } from '#googlesql';
import { changeKeys } from '../../auth/keys/key-file.ts';
import { createKey } from '../../auth/keys/key-record.ts';
import { prepareEndpoints } from '../../catalog/prepare.ts';
import { type Config, readConfig } from '../../config/config.ts';
import { inferTable } from '../../engines/duckdb/infer-table.ts';
import { messageOf } from '../../errors.ts';
import type { Project } from '../../project/load-project.ts';
import { ProjectReader } from '../../serving/project-reader.ts';
import { CommandError } from '../command-error.ts';
import { openLocally } from '../query/local.ts';
import { operatorError } from '../query/query.ts';
import { schemaFiles } from '../schema/schema-files.ts';
import { clientText } from './client-file.ts';
import type { ProjectDraft } from './draft.ts';
import { oneLine } from './endpoint-text.ts';
import { environmentText, gitignoreText, packageText } from './package-files.ts';
import type { TargetFolder } from './target-folder.ts';
import { AGENTS_TEXT, readmeText } from './texts.ts';

/** What was made of a draft. */
export type MadeProject = Pick<ProjectDraft, 'endpoints' | 'omitted'>;

/**
 * Writes a project, whose endpoints are those of the draft that can be loaded and, on the embedded engine, that answer.
 * Where that fails, the folder is as it was before.
 */
export async function makeProject(
  draft: ProjectDraft,
  target: TargetFolder,
  environment: NodeJS.ProcessEnv,
): Promise<MadeProject> {
  const { record, secret } = createKey(KEY_GRANT, new Date());
  const variables = { ...draft.settings, FIELDSTONE_KEY: secret };
  const environmentFile = environmentText(target, variables);
  const config = readConfig({
    ...environment,
    ...draft.settings,
    FIELDSTONE_PROJECT: target.path,
  });
  try {
    for (const [name, text] of draft.files) target.write(name, text);
    for (const { from, to } of draft.copies) await target.copy(from, to);
    const { made, project } = await withoutFailing(draft, target, config);
    if (made.endpoints.size === 0) throw withoutEndpoints(made.omitted);
    for (const [name, text] of schemaFiles(prepareEndpoints(project))) {
      target.write(`${project.settings.folders.schema}/${name}`, text);
    }
    target.write('README.md', readmeText(target.path, { ...draft, ...made }));
    target.write('AGENTS.md', AGENTS_TEXT);
    target.write('.mcp.json', clientText(target));
    target.write('package.json', packageText(target));
    target.write('.gitignore', gitignoreText(target));
    target.write('.env', environmentFile, PRIVATE);
    await changeKeys(config.keysFile, (keys = []) => [...keys, record]);
    return made;
  } catch (error) {
    await target.undo();
    throw error;
  }
}

/** The failure of a project none of whose tables can be an endpoint. */
export function withoutEndpoints(omitted: ProjectDraft['omitted']): CommandError {
  const lines = [...omitted].map(([table, reason]) => omissionText(table, reason));
  return new CommandError(1, `No table can be an endpoint:\n${lines.join('\n')}`);
}

/** A table without an endpoint, and why. */
export function omissionText(table: string, reason: string): string {
  return `${excerpt(table)}: ${oneLine(reason)}`;
}

/** Only this user reads and writes the file. */
const PRIVATE = 0o600;

/** The rights of the first key, as of that of a first start. */
const KEY_GRANT = {
  name: 'init',
  endpoints: undefined,
  pins: {},
  redact: false,
  sandbox: true,
  expires: undefined,
};

/** Loads what was written, without endpoints that cannot be served. */
async function withoutFailing(
  draft: ProjectDraft,
  target: TargetFolder,
  config: Config,
): Promise<{ readonly made: MadeProject; readonly project: Project }> {
  const read = await new ProjectReader(target.path, { inferFields: inferTable }).read();
  const loaded = read.project;
  const failed = new Map(read.endpointProblems.map(({ endpoint, message }) => [endpoint, message]));
  if (config.engine === 'duckdb') await runAll(loaded, config, failed);
  await Promise.all([...failed.keys()].map((name) => target.remove(`endpoints/${name}.sql`)));
  const endpoints = new Map([...draft.endpoints].filter(([name]) => !failed.has(name)));
  const omitted = new Map([
    ...draft.omitted,
    ...[...failed].map(
      ([name, reason]) => [draft.endpoints.get(name)?.table ?? name, reason] as const,
    ),
  ]);
  const right = loaded.endpoints.filter(({ name }) => !failed.has(name));
  const project = { ...loaded, endpoints: right };
  return { made: { endpoints, omitted }, project };
}

/** Runs each endpoint once, and notes why those that fail do. */
async function runAll(
  project: Project,
  config: Config,
  failed: Map<string, string>,
): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'fieldstone-init-'));
  const local = await openLocally(project, { ...config, dataDir });
  try {
    for (const { name, parameters } of project.endpoints) {
      const isCallable = Object.values(parameters).every(
        ({ default: value, isRequired }) => !isRequired || value !== undefined,
      );
      if (!isCallable) continue;
      const request = { endpoint: name, arguments: {}, sql: undefined, redact: false };
      await local.run(request).catch((error) => failed.set(name, messageOf(operatorError(error))));
    }
  } finally {
    await local.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}
