/** A DuckDB SELECT under construction, into which scans are merged. */
import { asNumeric } from '../../functions/core/digits.ts';

/** How a column prints inside a SELECT. */
export interface Item {
  readonly sql: string;
  /**
   * A `name` is valid anywhere, a `cheap` expression may be repeated, a `computed` one must be bound to a name first.
   */
  readonly cost: 'name' | 'cheap' | 'computed';
  /** A NUMERIC of few digits as a DECIMAL that has no more; `sql` is its cast to DuckDB's type of a NUMERIC. */
  readonly decimal?: string;
}

/** A column that is a DECIMAL of few digits. */
export function decimalItem(decimal: string, cost: Item['cost']): Item {
  return { sql: asNumeric(decimal), cost, decimal };
}

/** A printed sort key. */
export interface SortKey {
  readonly sql: string;
  /** `ASC NULLS FIRST` and the like. */
  readonly direction: string;
}

/**
 * A SELECT whose GROUP BY, windows and UNNEST are always inside its FROM, so that WHERE, ORDER BY and LIMIT may be
 * added.
 */
export interface SqlSelect {
  /** The text before SELECT: empty, or `WITH …` and a blank. */
  readonly with: string;
  /** Empty for one row without columns. */
  readonly from: string;
  /** Whether FROM contains a join and so cannot be the right side of another one. */
  readonly isJoin: boolean;
  readonly where: readonly string[];
  readonly columns: ReadonlyMap<number, Item>;
  readonly orderBy: readonly SortKey[];
  /** Empty, or a blank and `LIMIT …`. */
  readonly limit: string;
}

/** The name of a resolved column in generated SQL. */
export function columnName(id: number): string {
  return `v${id}`;
}

/** One row without columns. */
export const ONE_ROW: SqlSelect = {
  with: '',
  from: '',
  isJoin: false,
  where: [],
  columns: new Map(),
  orderBy: [],
  limit: '',
};

/** A SELECT over a FROM item whose columns carry their generated names, as `namedColumns` gives them. */
export function selectFrom(
  from: string,
  alias: string,
  items: Iterable<readonly [id: number, item?: Item]>,
): SqlSelect {
  const columns = new Map<number, Item>();
  for (const [id, item] of items) {
    const sql = `${alias}.${columnName(id)}`;
    columns.set(id, item?.decimal ? decimalItem(sql, 'name') : { sql, cost: 'name' });
  }
  return { ...ONE_ROW, from: `${from} AS ${alias}`, columns };
}

/** The text after ORDER BY. */
export function sortText(keys: readonly SortKey[]): string {
  return keys.map(({ sql, direction }) => `${sql} ${direction}`).join(', ');
}

/** The text of a SELECT with the given select list. */
export function selectText(select: SqlSelect, list: readonly string[]): string {
  const from = select.from ? ` FROM ${select.from}` : '';
  const where = select.where.length > 0 ? ` WHERE ${select.where.join(' AND ')}` : '';
  const orderBy = select.orderBy.length > 0 ? ` ORDER BY ${sortText(select.orderBy)}` : '';
  const items = list.length > 0 ? list.join(', ') : 'true AS one';
  return `${select.with}SELECT ${items}${from}${where}${orderBy}${select.limit}`;
}

/** The select list that gives each column its generated name. */
export function namedColumns(columns: ReadonlyMap<number, Item>): string[] {
  return [...columns].map(([id, { decimal, sql }]) => `${decimal ?? sql} AS ${columnName(id)}`);
}

/**
 * The SELECT as a derived table with a name for every column.
 *
 * Its order is repeated outside, which is cheap after a limit, and dropped by `unordered` if it is not observable;
 * inside, it is kept only for a limit.
 */
export function wrap(select: SqlSelect, alias: string): SqlSelect {
  const list = [
    ...namedColumns(select.columns),
    ...select.orderBy.map(({ sql }, i) => `${sql} AS k${i}`),
  ];
  const inner = selectText({ ...select, orderBy: select.limit ? select.orderBy : [] }, list);
  return {
    ...selectFrom(`(${inner})`, alias, select.columns),
    orderBy: select.orderBy.map(({ direction }, i) => ({ sql: `${alias}.k${i}`, direction })),
  };
}

/** The SELECT without an order that is not observable. */
export function unordered(select: SqlSelect): SqlSelect {
  return select.limit || select.orderBy.length === 0 ? select : { ...select, orderBy: [] };
}

/** Whether the SELECT can be used in a larger FROM directly, because its columns are plain names. */
export function isBare(select: SqlSelect): boolean {
  const { with: ctes, from, limit, columns } = select;
  const isPlain = ctes === '' && from !== '' && limit === '';
  return isPlain && columns.values().every(({ cost }) => cost === 'name');
}

/** Rows as a list with one item per row. */
export interface ListRows {
  readonly list: string;
  /** The item, if there is always exactly one. */
  readonly only?: string;
  /** How the needed columns print, given the text of an item, which occurs once in each. */
  readonly columns: (item: string) => ReadonlyMap<number, Item>;
}

/** How the columns in scope print: those of one SELECT or lambda, then those around it. */
export class SqlScope {
  readonly columns: ReadonlyMap<number, Item>;
  readonly outer: SqlScope | undefined;

  constructor(columns: ReadonlyMap<number, Item>, outer: SqlScope | undefined) {
    this.columns = columns;
    this.outer = outer;
  }

  /** How a column prints; undefined if it is not in scope. */
  find(id: number): Item | undefined {
    return this.columns.get(id) ?? this.outer?.find(id);
  }
}
