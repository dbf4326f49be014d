/** A DuckDB SELECT under construction, into which scans are merged. */
import { asNumeric } from '../../functions/core/digits.ts';
import { dotted, join, type Sql, selecting, sql } from '../../functions/core/sql.ts';

/** How a column prints inside a SELECT. */
export interface Item {
  readonly sql: Sql;
  /**
   * A `name` is valid anywhere, a `cheap` expression may be repeated, a `computed` one must be bound to a name first.
   */
  readonly cost: 'name' | 'cheap' | 'computed';
  /** A NUMERIC of few digits as a DECIMAL that has no more; `sql` is its cast to DuckDB's type of a NUMERIC. */
  readonly decimal?: Sql;
}

/** A column that is a DECIMAL of few digits. */
export function decimalItem(decimal: Sql, cost: Item['cost']): Item {
  return { sql: asNumeric(decimal), cost, decimal };
}

/** A printed sort key. */
export interface SortKey {
  readonly sql: Sql;
  /** `ASC NULLS FIRST` and the like. */
  readonly direction: string;
}

/**
 * A SELECT whose GROUP BY, windows and UNNEST are always inside its FROM, so that WHERE, ORDER BY and LIMIT may be
 * added.
 */
export interface SqlSelect {
  /** `WITH …`. */
  readonly with: Sql | undefined;
  /** Undefined for one row without columns. */
  readonly from: Sql | undefined;
  /** Whether FROM contains a join and so cannot be the right side of another one. */
  readonly isJoin: boolean;
  readonly where: readonly Sql[];
  readonly columns: ReadonlyMap<number, Item>;
  readonly orderBy: readonly SortKey[];
  /** `LIMIT …` */
  readonly limit: Sql | undefined;
}

/** The name of a resolved column in generated SQL. */
export function columnName(id: number): string {
  return `v${id}`;
}

/** One row without columns. */
export const ONE_ROW: SqlSelect = {
  with: undefined,
  from: undefined,
  isJoin: false,
  where: [],
  columns: new Map(),
  orderBy: [],
  limit: undefined,
};

/** A SELECT over a FROM item whose columns carry their generated names, as `namedColumns` gives them. */
export function selectFrom(
  from: Sql,
  alias: Sql,
  items: Iterable<readonly [id: number, item?: Item]>,
): SqlSelect {
  const columns = new Map<number, Item>();
  for (const [id, item] of items) {
    const own = dotted(alias, columnName(id));
    columns.set(id, item?.decimal ? decimalItem(own, 'name') : { sql: own, cost: 'name' });
  }
  return { ...ONE_ROW, from: sql`${from} AS ${alias}`, columns };
}

/** The text after ORDER BY. */
export function sortText(keys: readonly SortKey[]): Sql {
  const texts = keys.map(({ sql: key, direction }) => sql`${key} ${direction}`);
  return join(', ', texts);
}

/** The text of a SELECT with the given select list. */
export function selectText(select: SqlSelect, list: readonly Sql[]): Sql {
  const from = select.from ? sql` FROM ${select.from}` : '';
  const where = select.where.length > 0 ? sql` WHERE ${join(' AND ', select.where)}` : '';
  const orderBy = select.orderBy.length > 0 ? sql` ORDER BY ${sortText(select.orderBy)}` : '';
  const ctes = select.with ? sql`${select.with} ` : '';
  const items = list.length > 0 ? list : 'true AS one';
  const limit = select.limit ? sql` ${select.limit}` : '';
  return selecting`${ctes}SELECT ${items}${from}${where}${orderBy}${limit}`;
}

/** The select list that gives each column its generated name. */
export function namedColumns(columns: ReadonlyMap<number, Item>): Sql[] {
  return Array.from(columns, ([id, item]) => sql`${item.decimal ?? item.sql} AS ${columnName(id)}`);
}

/**
 * The SELECT as a derived table with a name for every column.
 *
 * Its order is repeated outside, which is cheap after a limit, and dropped by `unordered` if it is not observable;
 * inside, it is kept only for a limit.
 */
export function wrap(select: SqlSelect, alias: Sql): SqlSelect {
  const list = [
    ...namedColumns(select.columns),
    ...select.orderBy.map((key, i) => sql`${key.sql} AS k${i}`),
  ];
  const inner = selectText({ ...select, orderBy: select.limit ? select.orderBy : [] }, list);
  return {
    ...selectFrom(sql`(${inner})`, alias, select.columns),
    orderBy: select.orderBy.map(({ direction }, i) => ({
      sql: dotted(alias, `k${i}`),
      direction,
    })),
  };
}

/** The SELECT without an order that is not observable. */
export function unordered(select: SqlSelect): SqlSelect {
  return select.limit || select.orderBy.length === 0 ? select : { ...select, orderBy: [] };
}

/** Whether the SELECT can be used in a larger FROM directly, because its columns are plain names. */
export function isBare(select: SqlSelect): boolean {
  const { with: ctes, from, limit, columns } = select;
  const isPlain = ctes === undefined && from !== undefined && limit === undefined;
  return isPlain && columns.values().every(({ cost }) => cost === 'name');
}

/** Rows as a list with one item per row. */
export interface ListRows {
  readonly list: Sql;
  /** The item, if there is always exactly one. */
  readonly only?: Sql;
  /** How the needed columns print, given the text of an item, which occurs once in each. */
  readonly columns: (item: Sql) => ReadonlyMap<number, Item>;
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
