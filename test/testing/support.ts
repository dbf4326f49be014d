import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { arrayOf, SCALARS, type ScalarKind, structOf, type Type } from '#googlesql';
import { prepareEndpoints } from '../../src/catalog/prepare.ts';
import { readConfig } from '../../src/config/config.ts';
import { BigQueryClient } from '../../src/engines/bigquery/client/client.ts';
import type { QueryParameter } from '../../src/engines/bigquery/statements/parameters.ts';
import { loadProject, type Project } from '../../src/project/load-project.ts';
import { type ReadCases, readCases } from '../../src/testing/reading/read-cases.ts';
import { paintFor, printResult } from '../../src/testing/reporting/print-result.ts';
import { BigQueryEngines } from '../../src/testing/running/bigquery-engines.ts';
import { EmbeddedEngines } from '../../src/testing/running/embedded-engines.ts';
import { type CaseResult, runCases } from '../../src/testing/running/run-cases.ts';
import { openBigQueryServer } from '../support/bigquery/open-server.ts';
import { sharedProcesses } from '../support/engine-processes.ts';
import { projectFolder } from '../support/project-folder.ts';

/** A project with cases. */
export interface CaseProject {
  readonly project: Project;
  readonly read: ReadCases;
}

/** Writes a project with cases into a folder of its own, and reads it. */
export async function caseProject(files: Readonly<Record<string, unknown>>): Promise<CaseProject> {
  const texts = Object.entries(files).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value, undefined, 2),
  ]);
  const folder = projectFolder({ 'fieldstone.json': '{}', ...Object.fromEntries(texts) });
  const project = await loadProject(folder);
  return { project, read: await readCases(project, prepareEndpoints(project)) };
}

/** Runs the cases of a project on the test server of BigQuery, and says what it has received. */
export async function runOnBigQuery({ project, read }: CaseProject, maxText?: number) {
  const server = await openBigQueryServer({ tables: project.tables });
  const client = BigQueryClient.anonymous({ project: 'fieldstone-test', endpoint: server.url });
  const embedded = enginesOf(project);
  const results = await runCases(read.cases, new BigQueryEngines(client, embedded, maxText));
  await embedded.close();
  const printed = results.map((result) => printResult(result, paintFor(false)));
  const requests = server.counters.log.flatMap(({ body }) => {
    const { query, queryParameters = [] } = (body ?? {}) as Partial<SentQuery>;
    if (query === undefined) return [];
    const types = queryParameters.map((one) => [one.name, typeOf(one.parameterType)] as const);
    return [{ query, types: new Map(types) }];
  });
  return {
    printed,
    requests,
    texts: requests.map(({ query }) => query),
    counters: server.counters,
  };
}

interface SentQuery {
  readonly query: string;
  readonly queryParameters: readonly QueryParameter[];
}

function typeOf({ arrayType, structTypes, type }: QueryParameter['parameterType']): Type {
  if (arrayType) return arrayOf(typeOf(arrayType));
  if (!structTypes) return SCALARS[type as ScalarKind];
  return structOf(structTypes.map((field) => ({ name: field.name, type: typeOf(field.type) })));
}

/** Runs the cases of a project on the processes that tests share. */
export async function runAll({ project, read }: CaseProject): Promise<readonly CaseResult[]> {
  const engines = enginesOf(project);
  try {
    return await runCases(read.cases, engines);
  } finally {
    await engines.close();
  }
}

/** How the cases of a project end, as they are printed. */
export async function printAll(project: CaseProject): Promise<readonly string[]> {
  return (await runAll(project)).map((result) => printResult(result, paintFor(false)));
}

/** The engines for a project's cases, over the processes that tests share. */
export function enginesOf(project: Project, settings: object = {}): EmbeddedEngines {
  const config = readConfig({ DATA_DIR: join(project.folder, '.data') });
  const processes = sharedProcesses(1);
  return new EmbeddedEngines({ project, config: { ...config, ...settings }, processes });
}

/** Writes the file of a case into a project. */
export function writeCase({ folder }: Project, name: string, value: object): void {
  writeFileSync(join(folder, 'cases', `${name}.json`), JSON.stringify(value, undefined, 2));
}
