import {
  type AnalyzeOptions,
  allOf,
  analyze,
  andTerms,
  type Expression,
  type FromItem,
  parseQuery,
  type Query,
  SqlError,
  selectOf,
  type TableScan,
} from '#googlesql';
import { attempt } from '../../values/attempt.ts';

/**
 * The conditions of a scan's WHERE that read its table alone, and that a row has elements for which hold those that read
 * arrays which its FROM takes apart. `from` is the table with its alias.
 */
export function ownConditions(
  { alias, select }: TableScan,
  from: string,
  scope: AnalyzeOptions,
): readonly Expression[] {
  const all = andTerms(select.where);
  const own = all.filter((one) => isValid(withConditions(`SELECT 1 FROM ${from}`, [one]), scope));
  const arrays = arraysOf(select.from, alias);
  const [first, ...more] = arrays;
  if (!first) return own;
  const item = more.reduce<FromItem>(
    (left, right) => ({
      kind: 'join',
      at: right.at,
      type: 'CROSS',
      left,
      right,
      condition: undefined,
    }),
    first,
  );
  const exists = (conditions: readonly Expression[]) => existsIn(item, conditions);
  const ofArrays = all.filter(
    (one) =>
      !own.includes(one) &&
      isValid(withConditions(`SELECT 1 FROM ${from}`, [exists([one])]), scope),
  );
  return ofArrays.length === 0 ? own : [...own, exists(ofArrays)];
}

function isValid(query: Query, scope: AnalyzeOptions): boolean {
  return attempt(() => analyze(query, scope), SqlError) !== undefined;
}

/** The arrays that a FROM joins to a table, each row of which it leaves out where they have no element. */
function arraysOf(from: FromItem | undefined, alias: string): readonly FromItem[] {
  if (from?.kind !== 'join' || !['CROSS', 'COMMA', 'INNER'].includes(from.type)) return [];
  const { condition, left, right } = from;
  const isArray = right.kind === 'unnest' || (right.kind === 'table_path' && right.path.length > 1);
  if (!isArray || condition || !isTable(left, alias)) return [];
  return [...arraysOf(left, alias), right];
}

/** Whether the first item of a FROM is the table with this alias. */
function isTable(from: FromItem, alias: string): boolean {
  if (from.kind === 'join') return isTable(from.left, alias);
  return from.kind === 'table_path' && (from.alias ?? from.path.at(-1))?.name === alias;
}

function existsIn(from: FromItem, conditions: readonly Expression[]): Expression {
  const query = withConditions('SELECT 1 FROM none', conditions);
  return {
    kind: 'subquery',
    at: from.at,
    modifier: 'EXISTS',
    query: { ...query, body: { ...selectOf(query), from } },
  };
}

/** The query of a text, a SELECT, with these conditions. */
export function withConditions(text: string, conditions: readonly Expression[]): Query {
  const query = parseQuery(text);
  return { ...query, body: { ...selectOf(query), where: allOf(conditions) } };
}
