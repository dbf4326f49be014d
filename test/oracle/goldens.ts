import { writeFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { typeName } from '../../src/googlesql/types.ts';
import {
  type Case,
  type Golden,
  goldenFile,
  readCases,
  subjects,
  typedParameters,
} from '../googlesql/cases.ts';
import { fixtureRows } from '../googlesql/fixtures.ts';
import { goldenValue } from '../googlesql/golden-value.ts';
import { catalogViews } from './catalog.ts';
import type { Catalog, Evaluation, Oracle } from './oracle.ts';

/** Asks the reference about every case and writes the goldens; returns a line for each case that has no one answer. */
export async function writeGoldens(oracle: Oracle): Promise<string[]> {
  const forward = await oracle.register(catalogViews(fixtureRows));
  const backward = await oracle.register(catalogViews((table) => fixtureRows(table).reverse()));
  const doubtful: string[] = [];
  for (const subject of subjects()) {
    const goldens: string[] = [];
    for (const item of readCases(subject)) {
      const golden = await judge(oracle, item, [forward, backward]);
      if (typeof golden === 'string') doubtful.push(`${subject}: ${item.name}: ${golden}`);
      else goldens.push(`  ${JSON.stringify(golden)}`);
    }
    writeFileSync(goldenFile(subject), `[\n${goldens.join(',\n')}\n]\n`);
  }
  return doubtful;
}

/** A case whose rows change when the tables' rows are stored in another order cannot be compared. */
export async function judge(
  oracle: Oracle,
  item: Case,
  [forward, backward]: readonly [Catalog, Catalog],
): Promise<Golden | string> {
  const parameters = typedParameters(item);
  const question = item.equivalent ?? item.sql;
  const there = await oracle.evaluate(question, forward, parameters);
  const back = await oracle.evaluate(question, backward, parameters);
  if ('error' in there || 'error' in back) return judgeError(item, there, back);
  const rows = there.rows.map((row) => row.map(goldenValue));
  const other = back.rows.map((row) => row.map(goldenValue));
  const ordered = hasOuterOrder(item.sql);
  const same = ordered
    ? isDeepStrictEqual(rows, other)
    : isDeepStrictEqual(sortRows(rows), sortRows(other));
  if (!same) return 'its rows depend on the order of the tables';
  const columns = there.columns.map(({ name, type }) => [name, typeName(type)] as const);
  return { ...item, columns, ordered, rows };
}

/** Data errors name a value, which may be another one when the rows come in another order; then the case is doubtful. */
function judgeError(item: Case, there: Evaluation, back: Evaluation): Golden | string {
  if (!('error' in there && 'error' in back)) return 'it fails only in one order of the tables';
  if (/^(Unsupported built-in|Unimplemented)/.test(there.error))
    return there.error.split('\n', 1).join();
  return { ...item, error: there.error };
}

/** Rows in a canonical order, for comparison as multisets. */
export function sortRows(rows: readonly (readonly unknown[])[]): readonly (readonly unknown[])[] {
  return rows
    .map((row) => ({ row, key: JSON.stringify(row) }))
    .sort((a, b) => (a.key < b.key ? -1 : Number(a.key > b.key)))
    .map(({ row }) => row);
}

/** Whether ORDER BY stands outside of all parentheses; text inside literals and comments does not count. */
function hasOuterOrder(sql: string): boolean {
  const bare = sql.replace(/--.*|#.*|'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"/g, ' ');
  let text = bare;
  for (let inner = ''; inner !== text; text = inner.replace(/\([^()]*\)/g, ' ')) inner = text;
  return /\border\s+by\b/i.test(text);
}
