import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PreparedEndpoint } from '../../catalog/prepare.ts';
import { bigQueryDescriber } from '../../engines/bigquery/describer.ts';
import { cachedInference } from '../../engines/duckdb/infer-table.ts';
import type { Project } from '../../project/load-project.ts';
import { camelCase } from '../../project/names.ts';
import { type ProjectProblem, problemAtLine, problemOf } from '../../project/problems/problem.ts';
import { openProjectFile } from '../../project/project-file.ts';
import { tableFiles } from '../../project/tables/tables.ts';
import { ProjectReader, type ReadEndpoints } from '../../serving/project-reader.ts';
import { schemaFiles, schemaPath } from '../schema/schema-files.ts';
import {
  type BigQueryReport,
  checkOnConfigured,
  type StatementLine,
  statementProblems,
} from './on-bigquery.ts';
import { type CheckedEndpoint, type CheckReport, reported } from './report.ts';

/** Everything that a check has found. */
export interface CheckFindings {
  readonly report: CheckReport;
  /** All problems, without those that only follow from others. */
  readonly problems: readonly ProjectProblem[];
  /** What is said, and is no problem. */
  readonly notes: readonly string[];
  readonly onBigQuery: BigQueryReport | undefined;
}

/** Checks the project in a folder, also with BigQuery if that is wanted. */
export async function checkProject(folder: string, isOnBigQuery: boolean): Promise<CheckFindings> {
  const reader = new ProjectReader(folder, {
    inferFields: cachedInference(),
    describeOnBigQuery: bigQueryDescriber(),
  });
  const read = await reader.read();
  const { endpoints, project } = read;
  const schema = checkSchema(read);
  const onBigQuery = isOnBigQuery ? await checkOnConfigured(project, endpoints) : undefined;
  const tables = onBigQuery ? tableProblems(project, onBigQuery) : [];
  const wrong = new Map(
    read.endpointProblems.toReversed().map((problem) => [problem.endpoint, problem]),
  );
  const right = endpoints.map((endpoint) => {
    const lines = onBigQuery?.statements.filter((one) => one.endpoint === endpoint.definition.name);
    return checkedEndpoint(endpoint, lines ?? []);
  });
  const refused = [...wrong].map(([name, problem]) => refusedEndpoint(name, problem));
  return {
    report: {
      errors: [...read.sharedProblems, ...schema.problems, ...tables].map(reported),
      endpoints: [...right.map(({ checked }) => checked), ...refused].sort((one, other) =>
        one.endpoint < other.endpoint ? -1 : 1,
      ),
      changes: [],
    },
    problems: [
      ...read.problems,
      ...schema.problems,
      ...tables,
      ...right.flatMap(({ problems }) => problems),
    ],
    notes: schema.notes,
    onBigQuery,
  };
}

function checkedEndpoint({ definition }: PreparedEndpoint, lines: readonly StatementLine[]) {
  const { field, file, name } = definition;
  const problems = lines.flatMap(statementProblems).map((message) => problemOf(file, message));
  const open = lines.find((line) => line.name === 'open');
  const [first] = problems;
  const checked: CheckedEndpoint = {
    endpoint: name,
    file,
    field,
    ok: first === undefined,
    error: first ? reported(first) : null,
    bytes: open?.bytes?.oneDay ?? null,
    bytesBefore: null,
    prunes: open?.bytes ? open.prunes === 'yes' : null,
    prunedBefore: null,
  };
  return { checked, problems };
}

function refusedEndpoint(endpoint: string, problem: ProjectProblem): CheckedEndpoint {
  return {
    endpoint,
    file: problem.file,
    field: camelCase(endpoint),
    ok: false,
    error: reported(problem),
    bytes: null,
    bytesBefore: null,
    prunes: null,
    prunedBefore: null,
  };
}

/** Compares the files of `schema/` with what the project prints, if all of it can be printed. */
function checkSchema({ endpoints, problems, project }: ReadEndpoints) {
  const folder = project.settings.folders.schema;
  if (!existsSync(join(project.folder, folder))) {
    const note = `${folder}/ is not there: "fieldstone schema --write" writes it`;
    return { problems: [], notes: [note] };
  }
  if (problems.length > 0) return { problems: [], notes: [] };
  const files = [...schemaFiles(endpoints)];
  return {
    problems: files.flatMap(([name, text]) => schemaProblem(project, name, text)),
    notes: [],
  };
}

function schemaProblem(project: Project, name: string, text: string): readonly ProjectProblem[] {
  const file = schemaPath(project, name).replaceAll('\\', '/');
  const path = join(project.folder, file);
  const advice = 'write "fieldstone schema --write"';
  if (!existsSync(path)) return [problemOf(file, `The file is not there: ${advice}`)];
  // A checkout may have other line ends.
  const written = readFileSync(path, 'utf8').replaceAll('\r\n', '\n');
  if (written === text) return [];
  const printed = text.split('\n');
  const line = written.split('\n').findIndex((one, i) => one !== printed[i]) + 1;
  const message = `It is not what the project prints: ${advice}`;
  return [problemAtLine(file, written, message, Math.max(line, 1), 1)];
}

/** What is wrong with tables on BigQuery, at their places in the project. */
function tableProblems(project: Project, { tables }: BigQueryReport): readonly ProjectProblem[] {
  const files = new Map(tableFiles(project.folder, project.settings));
  return tables.flatMap(({ name, problems }) =>
    problems.map((text) => {
      const message = `The table "${name}" ${text}`;
      if (!Object.hasOwn(project.settings.tables, name)) {
        return problemOf(files.get(name) ?? '', message);
      }
      return openProjectFile(project.folder).problem(['tables', name], message);
    }),
  );
}
