/** Statements without some of their parameters: folded, against the same statement with NULL bound for each of them. */
import { isDeepStrictEqual } from 'node:util';
import type { DuckDBConnection } from '@duckdb/node-api';
import {
  analyze,
  type DuckDbStatement,
  foldAbsent,
  parseQuery,
  printDuckDb,
  printQuery,
  type ResolvedStatement,
  raisedMessage,
  SCALARS,
  SqlError,
  type Type,
  type Value,
} from '#googlesql';
import { bindParameters } from '../../src/engines/duckdb/queries/bind-parameters.ts';
import { openFixtureDatabase } from '../googlesql/fixture-database.ts';
import { goldenValue } from '../googlesql/golden-value.ts';
import { readRows } from '../googlesql/read-rows.ts';
import { sortRows } from '../oracle/goldens.ts';
import { FOLDING_TABLES, foldingStatement } from './folding-text.ts';

/** The parameters of the statements; `q` is never absent. */
const PARAMETERS: Readonly<Record<string, { readonly type: Type; readonly value: Value }>> = {
  p: { type: SCALARS.INT64, value: 2 },
  q: { type: SCALARS.INT64, value: 1 },
  s: { type: SCALARS.STRING, value: 'a%' },
  f: { type: SCALARS.FLOAT64, value: 1.5 },
  d: { type: SCALARS.DATE, value: '2026-01-02' },
  b: { type: SCALARS.BOOL, value: true },
};

/** The outcomes that must not be. */
export const FOLDING_FAULTS: ReadonlySet<FoldingTrial['outcome']> = new Set([
  ...(['other text', 'other rows', 'failed'] as const),
]);

const NAMES = ['p', 's', 'f', 'd', 'b'];
const TYPES = new Map(Object.entries(PARAMETERS).map(([name, { type }]) => [name, type]));
const KINDS = { k: 'INT64', w: 'INT64', s: 'STRING', f: 'FLOAT64', d: 'DATE' } as const;
/** The columns of the tables. */
export const COLUMNS = Object.entries(KINDS).map(([name, kind]) => {
  return { name, type: SCALARS[kind], mode: 'NULLABLE' as const };
});
const TABLES = new Map(
  Object.keys(FOLDING_TABLES).map((name) => [name, { name, columns: COLUMNS }]),
);
const OPTIONS = { tables: TABLES, parameters: TYPES };

/** A statement and the set of its absent parameters. */
export interface FoldingTrial {
  readonly sql: string;
  readonly folded: string;
  readonly absent: readonly string[];
  /** `refused` if the unfolded statement is, by what evaluates it too; `raised` if one of both fails on the data, in an order that is open. */
  readonly outcome: 'same' | 'other text' | 'other rows' | 'failed' | 'raised' | 'refused';
  readonly detail?: string;
}

/** A statement, as text and resolved. */
interface FoldingStatement {
  readonly text: string;
  readonly resolved: ResolvedStatement;
}

/** What evaluates the statements. */
export interface FoldingEvaluator {
  /** The rows in one order, or why there are none. */
  rows(
    statement: FoldingStatement,
    absent: readonly string[],
  ): Promise<readonly unknown[] | string>;
  /** Whether an error is one of the data, and not of the statement. */
  isOfData(message: string): boolean;
}

/** The embedded engine with the tables of the statements. */
export async function foldingOnDuckDb(): Promise<FoldingEvaluator> {
  const database = await openFixtureDatabase([]);
  for (const [name, sql] of Object.entries(FOLDING_TABLES)) {
    const rows = printed(analyze(parseQuery(sql), OPTIONS)).sql;
    const columns = COLUMNS.map((column, i) => `c${i} AS ${column.name}`);
    await database.run(`CREATE TABLE ${name} AS SELECT ${columns.join(', ')} FROM (${rows})`);
  }
  return {
    rows: ({ resolved }, absent) => rowsOnDuckDb(resolved, absent, database),
    isOfData: (message) => raisedMessage(message) !== undefined,
  };
}

function printed(statement: ResolvedStatement): DuckDbStatement {
  return printDuckDb(statement, { tableSource: ({ table }) => table.name });
}

/** Compares the rows of a seed's statement, and its text if all that filters need is absent. */
export async function tryFolding(seed: number, evaluator: FoldingEvaluator): Promise<FoldingTrial> {
  const absent = absentOf(seed);
  const sql = foldingStatement(seed);
  const trial = { sql, folded: '', absent };
  const unfolded = analyzed(sql);
  if (!unfolded) return { ...trial, outcome: 'refused' };
  const { tree, resolved } = fold(sql, absent);
  const folded = printQuery(tree);
  const compared = { ...trial, folded };
  if (absent.length === NAMES.length) {
    const detail = printQuery(fold(foldingStatement(seed, false), absent).tree);
    if (detail !== folded) return { ...compared, outcome: 'other text', detail };
  }
  const expected = await evaluator.rows({ text: sql, resolved: unfolded }, absent);
  if (typeof expected === 'string') {
    return { ...compared, outcome: failureOf(expected, 'refused', evaluator) };
  }
  const rows = await evaluator.rows({ text: folded, resolved }, absent);
  if (typeof rows === 'string') {
    return { ...compared, outcome: failureOf(rows, 'failed', evaluator), detail: rows };
  }
  return { ...compared, outcome: isDeepStrictEqual(rows, expected) ? 'same' : 'other rows' };
}

function failureOf(
  message: string,
  other: FoldingTrial['outcome'],
  { isOfData }: FoldingEvaluator,
): FoldingTrial['outcome'] {
  return isOfData(message) ? 'raised' : other;
}

/** All of them for every second seed, and each set for some. */
function absentOf(seed: number): readonly string[] {
  if (seed % 2 === 0) return NAMES;
  return NAMES.filter((_, i) => ((seed >> (i + 1)) & 1) === 0);
}

function analyzed(sql: string): ResolvedStatement | undefined {
  try {
    return analyze(parseQuery(sql), OPTIONS);
  } catch (error) {
    if (error instanceof SqlError) return undefined;
    throw error;
  }
}

function fold(sql: string, absent: readonly string[]) {
  const types = absent.map((name) => [name, TYPES.get(name) ?? SCALARS.INT64] as const);
  return foldAbsent(parseQuery(sql), new Map(types), OPTIONS);
}

async function rowsOnDuckDb(
  statement: ResolvedStatement,
  absent: readonly string[],
  database: DuckDBConnection,
): Promise<readonly unknown[] | string> {
  const { sql, parameters } = printed(statement);
  try {
    const prepared = await database.prepare(sql);
    const bound = boundParameters(absent);
    bindParameters(
      prepared,
      Object.entries(bound).filter(([name]) => parameters.includes(name)),
    );
    const rows = await readRows(await prepared.run(), statement);
    return sortRows(rows.map((row) => row.map(goldenValue)));
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** The parameters with their values, and NULL for the absent ones. */
export function boundParameters(
  absent: readonly string[],
): Readonly<Record<string, { readonly type: Type; readonly value: Value }>> {
  return Object.fromEntries(
    Object.entries(PARAMETERS).map(([name, { type, value }]) => [
      name,
      { type, value: absent.includes(name) ? null : value },
    ]),
  );
}
