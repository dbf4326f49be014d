import { HOSTILE } from '../../walls/hostile/statements.ts';

const NAMES = [
  'all pairs in one array',
  'long texts in an order',
  'a text doubled thirty times',
  'a recursion without an end',
  'a cross join that is counted',
  'one array of a billion',
] as const;

/** Of the statements of the wall against hostile ones, one for each way to ask for too much. */
export const EXHAUSTING: readonly string[] = NAMES.map((name) => {
  const sql = HOSTILE[name];
  if (sql === undefined) throw new Error(`There is no statement "${name}"`);
  return sql;
});
