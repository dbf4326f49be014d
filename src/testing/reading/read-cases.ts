import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { nameList, type Row, readableColumns, TABLE_SUFFIX, type Table } from '#googlesql';
import { shapeAbilities } from '../../catalog/description/shape-abilities.ts';
import type { PreparedEndpoint } from '../../catalog/prepare.ts';
import { namesOf } from '../../endpoint/names.ts';
import type { Project } from '../../project/load-project.ts';
import { type ProjectProblem, problemOf } from '../../project/problems/problem.ts';
import { ProblemList, ProjectError } from '../../project/problems/project-error.ts';
import { type ProjectJson, readProjectMembers } from '../../project/problems/read-json.ts';
import { CASE_FILE, type CaseFile } from './case-file.ts';
import { type ExactCase, exactCase } from './exact-case.ts';
import { type CaseColumn, TypedReader } from './typed-value.ts';

/** A case of an endpoint: its arguments, its rows, and the expected answer. */
export interface Case extends Omit<ExactCase, 'tables' | 'rows'> {
  readonly endpoint: PreparedEndpoint;
  /** Of its file, without `.json`. */
  readonly name: string;
  /** Below the project's folder, with slashes. */
  readonly file: string;
  /** By table, with a value for each of its readable columns; undefined for the project's own data. */
  readonly tables: ReadonlyMap<Table, readonly Row[]> | undefined;
  /** The rows that it expects, as written: their columns are those of the answer. */
  readonly rows: readonly unknown[] | undefined;
  readonly json: ProjectJson<CaseFile>;
}

/** The cases of a project that can be run, and all that is wrong with the others. */
export interface ReadCases {
  readonly cases: readonly Case[];
  readonly problems: readonly ProjectProblem[];
}

/** The folder of a project's cases, below its own, with slashes. */
export function casesFolder({ settings }: Project): string {
  return settings.folders.cases.replaceAll('\\', '/').replace(/\/+$/, '');
}

/**
 * Reads the cases of a project's endpoints, or of some of them by name, in the order of their files. With `anyRows`,
 * expected rows may have columns and types that the endpoint does not have, as those that are to be rewritten do.
 */
export async function readCases(
  project: Project,
  endpoints: readonly PreparedEndpoint[],
  names?: readonly string[],
  anyRows = false,
): Promise<ReadCases> {
  const problems = new ProblemList();
  const cases: Case[] = [];
  const below = casesFolder(project);
  const byName = new Map(endpoints.map((one) => [one.definition.name, one]));
  for (const file of entriesIn(project, below, false)) {
    problems.add(
      problemOf(`${below}/${file}`, `${NOT_READ}: move it to ${below}/ENDPOINT/${rightName(file)}`),
    );
  }
  for (const folder of entriesIn(project, below, true)) {
    const endpoint = byName.get(folder);
    if (!endpoint) problems.add(unknownEndpoint(`${below}/${folder}`, folder, [...byName.keys()]));
    else if (!names || names.includes(folder)) {
      const read = (file: string) => readCase(project, endpoint, file, anyRows);
      cases.push(...(await readFolder(project, `${below}/${folder}`, read, problems)));
    }
  }
  return { cases, problems: problems.all };
}

function unknownEndpoint(file: string, name: string, known: readonly string[]): ProjectProblem {
  return problemOf(file, `There is no endpoint "${name}"; endpoints are ${nameList(known)}`);
}

/** The right cases in the folder of an endpoint. */
async function readFolder(
  project: Project,
  folder: string,
  read: (file: string) => ReturnType<typeof readCase>,
  problems: ProblemList,
): Promise<readonly Case[]> {
  const cases: Case[] = [];
  for (const inner of entriesIn(project, folder, true)) {
    problems.add(problemOf(`${folder}/${inner}`, `${NOT_READ}: move its files to ${folder}`));
  }
  for (const file of entriesIn(project, folder, false)) {
    if (!file.endsWith('.json')) {
      problems.add(
        problemOf(`${folder}/${file}`, `${WRONG_ENDING}: rename it to ${rightName(file)}`),
      );
      continue;
    }
    const one = await problems.collect(() => read(`${folder}/${file}`));
    problems.add(...(one?.problems ?? []));
    if (one?.problems.length === 0) cases.push(one.case);
  }
  return cases;
}

const NOT_READ = 'Cases are in the folder of their endpoint, and none is read here';

const WRONG_ENDING = 'The file of a case ends in ".json", in lower case';

function rightName(file: string): string {
  return file.replace(/json$/i, 'json');
}

/** The mutants that fail no case are listed in a file of this name, which is no case. */
export const EQUIVALENT = 'equivalent.json';

/** The file of a case, below the project's folder. */
export function caseFileOf(project: Project, endpoint: string, name: string): string {
  return `${casesFolder(project)}/${endpoint}/${name}.json`;
}

function entriesIn({ folder }: Project, below: string, areFolders: boolean): readonly string[] {
  if (!existsSync(join(folder, below))) return [];
  return readdirSync(join(folder, below), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() === areFolders && !entry.name.startsWith('.'))
    .map(({ name }) => name)
    .filter((name) => areFolders || (/\.json$/i.test(name) && name !== EQUIVALENT))
    .sort();
}

/** Reads the case in a file, with all that is wrong with it; throws a `ProjectError` if the file has no JSON object. */
export function readCase(
  project: Project,
  endpoint: PreparedEndpoint,
  file: string,
  anyRows = false,
): { readonly case: Case; readonly problems: readonly ProjectProblem[] } {
  const { json, problems } = readProjectMembers(project.folder, file, CASE_FILE);
  const { rows, tables: sent, ...said } = exactCase(json);
  const reader = new TypedReader(json);
  const tables = sent && readTables(project, sent, { json, reader });
  const name = file.slice(file.lastIndexOf('/') + 1, -'.json'.length);
  return {
    case: { ...said, endpoint, name, file, tables, rows, json },
    problems: [
      ...problems,
      ...expectationProblems(json),
      ...reader.problems,
      ...nameProblems(project, endpoint, json),
      ...(anyRows ? [] : expectedProblems(endpoint, json.value, json)),
    ].toSorted((one, other) => one.line - other.line || one.column - other.column),
  };
}

/** Reads the question in the file of a case, which need not say what it expects; throws a `ProjectError` if it is wrong. */
export function readQuestion(
  project: Project,
  endpoint: PreparedEndpoint,
  file: string,
): ExactCase {
  const { json, problems } = readProjectMembers(project.folder, file, CASE_FILE);
  const all = [...problems, ...nameProblems(project, endpoint, json)];
  if (all.length > 0) throw new ProjectError(all);
  return exactCase(json);
}

/** A case expects rows or an error; one that is wrong is an expectation too. */
function expectationProblems(json: ProjectJson<CaseFile>): readonly ProjectProblem[] {
  const [error, rows] = (['error', 'rows'] as const).map((name) => json.rangeOf([name]));
  if (error && rows) {
    return [json.problem(['error'], 'a case expects rows or an error, not both')];
  }
  if (error || rows) return [];
  return [json.problem([], 'a case says which "rows" or which "error" it expects')];
}

interface Reading {
  readonly json: ProjectJson<CaseFile>;
  readonly reader: TypedReader;
}

function readTables(
  project: Project,
  sent: NonNullable<CaseFile['tables']>,
  { json, reader }: Reading,
): ReadonlyMap<Table, readonly Row[]> {
  const tables = new Map<Table, readonly Row[]>();
  for (const [name, rows] of Object.entries(sent)) {
    const table = project.tables.get(name);
    if (!table) {
      const known = nameList([...project.tables.keys()]);
      reader.problems.push(
        json.problem(['tables', name], `There is no such table; the tables are ${known}`),
      );
      continue;
    }
    if (!Array.isArray(rows)) {
      reader.problems.push(json.problem(['tables', name], 'must be a list of rows'));
      continue;
    }
    const columns = readableColumns(table).map(caseColumn);
    const read = rows.map((row: unknown, i) => reader.row(row, columns, ['tables', name, i]));
    tables.set(
      table,
      read.map((row) => withSuffix(row, columns)),
    );
  }
  return tables;
}

/** A row of a wildcard table that names no suffix is of the table with the shortest name. */
function caseColumn(column: CaseColumn): CaseColumn {
  return column.name === TABLE_SUFFIX ? { ...column, mode: 'NULLABLE' } : column;
}

function withSuffix(row: Row, columns: readonly CaseColumn[]): Row {
  return row.map((value, i) => (columns[i]?.name === TABLE_SUFFIX ? (value ?? '') : value));
}

function nameProblems(
  project: Project,
  { definition }: PreparedEndpoint,
  json: ProjectJson<CaseFile>,
): readonly ProjectProblem[] {
  const { arguments: values, limit, orderBy, pins, sql } = json.value;
  const parameters = Object.keys(definition.parameters);
  const unknown = Object.keys(values).filter((name) => !parameters.includes(name));
  const known = namesOf(project).parameters;
  const abilities = shapeAbilities(definition);
  const refused = (['limit', 'orderBy'] as const).filter(
    (member) => (member === 'limit' ? limit : orderBy) !== undefined && !abilities[member],
  );
  return [
    ...unknown.map((name) =>
      json.problem(
        ['arguments', name],
        `The endpoint has no such argument; it has ${nameList(parameters) || 'none'}`,
      ),
    ),
    ...Object.entries(pins).flatMap(([name, pin]) => {
      const message = known.has(name) ? pinFault(pin) : `No key can fix it; ${pinsOf(known)}`;
      return message === undefined ? [] : [json.problem(['pins', name], message)];
    }),
    ...refused.map((member) => json.problem([member], 'The endpoint does not take it')),
    ...(refused.length === 0 && sql !== undefined
      ? (['limit', 'orderBy'] as const)
          .filter((member) => (member === 'limit' ? limit : orderBy) !== undefined)
          .map((member) => json.problem([member], 'SQL of a caller has its own: write it there'))
      : []),
  ];
}

function pinFault(pin: unknown): string | undefined {
  return ['string', 'number', 'boolean'].includes(typeof pin) ? undefined : 'must be text';
}

function pinsOf(known: ReadonlySet<string>): string {
  return known.size === 0 ? 'there are no pins here' : `pins are ${nameList([...known])}`;
}

/** What is wrong with the expected rows, where the columns are known before the case runs. */
function expectedProblems(
  { definition }: PreparedEndpoint,
  { rows = [], sql }: CaseFile,
  json: ProjectJson<CaseFile>,
): readonly ProjectProblem[] {
  if (sql !== undefined) return [];
  const columns = definition.columns.map(({ name, type }) => ({ name, type: type.type }));
  return readExpected(rows, columns, json).problems;
}

/** The rows that a case expects, in the types of an answer's columns, and what does not fit them. */
export function readExpected(
  rows: NonNullable<Case['rows']>,
  columns: readonly CaseColumn[],
  json: ProjectJson<CaseFile>,
): { readonly rows: readonly Row[]; readonly problems: readonly ProjectProblem[] } {
  const reader = new TypedReader(json);
  const read = rows.map((row, i) => reader.row(row, columns, ['rows', i]));
  return { rows: read, problems: reader.problems };
}
