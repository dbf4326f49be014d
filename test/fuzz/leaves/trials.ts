import fc from 'fast-check';
import { printStatement } from '../../../src/engines/bigquery/statements/print-statement.ts';
import { tableSource } from '../../../src/engines/bigquery/warehouse/table-source.ts';
import type { OutputColumn, Statement } from '../../../src/googlesql/analysis/analyze.ts';
import { parseTable, type Table } from '../../../src/googlesql/table.ts';
import { structOf, type Type } from '../../../src/googlesql/types.ts';
import type { Row, Value } from '../../../src/googlesql/value.ts';
import { BASE, compileForm, type Form } from '../../engines/bigquery/leaves/forms.ts';
import {
  type RandomStatement,
  STATEMENTS,
} from '../../engines/bigquery/leaves/random-statements.ts';
import { RANDOM_TABLES, type RandomTable } from '../../engines/bigquery/leaves/random-tables.ts';

/** The rows of a random table under a name of their own: as on BigQuery, or the declared columns of some of them. */
export type Rows = Readonly<Record<StoredName, StoredTable>>;

/** `live_rows` are those on BigQuery, `all_rows` the declared columns of all, `open_rows` and `pinned_rows` of the tenant's. */
export type StoredName = 'live_rows' | 'all_rows' | 'open_rows' | 'pinned_rows';

export interface StoredTable {
  readonly table: Table;
  readonly rows: readonly Row[];
}

/** What statements are evaluated by. */
export interface LeafStore {
  fill(rows: Rows): Promise<void>;
  /** The rows of a statement over `logs`, where that is one of the stored tables. */
  truth(sql: string, name: StoredName): Promise<readonly Row[]>;
  /** The rows of a text for BigQuery over `live_rows`. */
  evaluate(sql: string): Promise<Answer>;
}

/** Rows as BigQuery answers them. */
export interface Answer {
  readonly columns: readonly OutputColumn[];
  readonly rows: readonly Row[];
}

const QUESTIONS_PER_TABLE = 50;

/** More rows than any answer has. */
const MAX_ROWS = 100_000;

const PLACE = { project: 'project', dataset: 'dataset', table: 'logs' };

/**
 * Asks random questions over random tables, of which BigQuery lacks some fields, each in one form of a statement, and
 * compares the rows of what BigQuery is sent with those of the statement as it is written over the declared columns.
 *
 * Returns what is wrong; a question that cannot be compiled or evaluated is, too.
 */
export async function tryLeaves(
  count: number,
  seed: number,
  store: LeafStore,
): Promise<readonly string[]> {
  const faults: string[] = [];
  for (let asked = 0; asked < count; asked += QUESTIONS_PER_TABLE) {
    const own = seed + asked / QUESTIONS_PER_TABLE;
    const [table] = fc.sample(RANDOM_TABLES, { numRuns: 1, seed: own });
    if (!table) continue;
    await store.fill(rowsOf(table));
    const questions = fc.sample(STATEMENTS, { numRuns: QUESTIONS_PER_TABLE, seed: own });
    const found = await Promise.all(
      questions.slice(0, count - asked).map((question, i) => faultsOf(table, question, i, store)),
    );
    faults.push(...found.flat().map((fault) => `seed ${own}, ${fault}`));
  }
  return faults;
}

function rowsOf({ fields, live, liveRows, open, pinned, rows }: RandomTable): Rows {
  const declared = parseTable('logs', fields);
  return {
    live_rows: { table: parseTable('logs', live), rows: liveRows },
    all_rows: { table: declared, rows },
    open_rows: { table: declared, rows: open },
    pinned_rows: { table: declared, rows: pinned },
  };
}

/** The forms that a question may have, and the rows that each is to answer from. */
function formsOf({ isCallers, isOpen }: RandomStatement): readonly (readonly [Form, StoredName])[] {
  return [
    ['plain', 'all_rows'],
    [isCallers ? 'callers' : 'pinned', 'pinned_rows'],
    ...(isOpen ? [['open', 'open_rows'] as const] : []),
  ];
}

async function faultsOf(
  { fields, isView, live, table }: RandomTable,
  question: RandomStatement,
  turn: number,
  store: LeafStore,
): Promise<readonly string[]> {
  const { isOrdered, sql } = question;
  const source = tableSource(
    { ...table, fields, isOptional: false, place: PLACE },
    { fields: live, isView },
  );
  const textOf = (rows: readonly Row[]) => textOfRows(rows, isOrdered);
  const forms = formsOf(question);
  const [form, name] = forms[turn % forms.length] ?? ['plain', 'all_rows'];
  try {
    const statement = compileForm(sql, form, table);
    const sources = new Map([[form === 'callers' ? BASE : 'logs', source]]);
    const sent = printStatement(statement, sources, MAX_ROWS).sql;
    const found = textOf(declaredRows(await store.evaluate(sent), statement));
    const wanted = textOf(await store.truth(sql, name));
    return found === wanted ? [] : [`${form}: ${sql}\n  ${sent}\n${found}\n  for\n${wanted}`];
  } catch (error) {
    return [`${form}: ${sql}\n  ${error}`];
  }
}

function declaredRows({ columns, rows }: Answer, statement: Statement): readonly Row[] {
  const [from, to] = [structOf(columns), structOf(statement.columns)];
  return rows.map((row) => read(row, from, to) as Row);
}

/** A value with the fields of its type alone, found by name if each has its own, as rows are read from BigQuery. */
function read(value: Value, from: Type, to: Type): Value {
  if (value === null) return null;
  if (from.kind === 'ARRAY' && to.kind === 'ARRAY') {
    return (value as Value[]).map((item) => read(item, from.element, to.element));
  }
  if (from.kind !== 'STRUCT' || to.kind !== 'STRUCT') return value;
  const names = from.fields.map(({ name }) => name.toLowerCase());
  const isNamed = new Set(names).size === names.length;
  return to.fields.map(({ name, type }, i) => {
    const place = isNamed ? names.indexOf(name.toLowerCase()) : i;
    const field = from.fields[place];
    if (!field) throw new Error(`There is no field ${name}`);
    return read((value as Value[])[place] ?? null, field.type, type);
  });
}

function textOfRows(rows: readonly Row[], isOrdered: boolean): string {
  const texts = rows.map((row) =>
    JSON.stringify(row, (_, value: unknown) => (typeof value === 'bigint' ? Number(value) : value)),
  );
  return (isOrdered ? texts : texts.toSorted()).join('\n');
}
