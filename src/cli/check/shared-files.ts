import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Project } from '../../project/load-project.ts';
import { type ProjectProblem, problemAtLine, problemOf } from '../../project/problems/problem.ts';
import { openProjectFile } from '../../project/project-file.ts';
import { tableFiles } from '../../project/tables/tables.ts';
import type { ReadEndpoints } from '../../serving/project-reader.ts';
import { schemaFiles, schemaPath } from '../schema/schema-files.ts';
import type { BigQueryReport } from './on-bigquery.ts';

/** Compares the files of `schema/` with what the project prints, if all of it can be printed. */
export function checkSchema({ endpoints, problems, project }: ReadEndpoints) {
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
export function tableProblems(
  project: Project,
  { tables }: BigQueryReport,
): readonly ProjectProblem[] {
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
