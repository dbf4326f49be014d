import type {
  DerivedTable,
  Expression,
  FromItem,
  Identifier,
  Join,
  Query,
  Select,
  SelectItem,
  SelectStar,
  TablePath,
} from '../../tree/ast.ts';
import { dropUnusedNames } from '../../tree/kept-names.ts';
import { queryOf } from '../../tree/query-of.ts';

/**
 * Pipe syntax is parsed to the tree of the same query without pipes, so that whatever is decided on a tree holds for
 * it. Rows of FROM with a filter stay open to further filters and joins, under the names of their tables; any other
 * operator makes a query, which the next one reads as a derived table under the one name that its rows had. Where that
 * name would mean something else, or there are more of them, and one is used, the derived table keeps all names, for
 * which there is no text without pipes.
 */
export type Stage = RowsStage | QueryStage;

export interface RowsStage {
  readonly kind: 'rows';
  readonly at: number;
  readonly from: FromItem;
  readonly where: Expression | undefined;
  /** Whether FROM is nothing but the query of the operators before. */
  readonly isQuery?: boolean;
}

export interface QueryStage {
  readonly kind: 'query';
  readonly query: Query;
  readonly alias: Identifier | undefined;
  /** Whether the names of its tables are known after it. */
  readonly keepsNames?: boolean;
}

/** A query as a stage. */
export function queryStage(query: Query): QueryStage {
  return { kind: 'query', query, alias: undefined };
}

/** A SELECT over the rows of a stage; the next operator knows these by the same names if `keepsNames`. */
export function select(
  stage: Stage,
  at: number,
  parts: Partial<Select>,
  keepsNames: boolean,
): QueryStage {
  const { from, where } = rowsOf(stage, at);
  const body: Select = {
    kind: 'select',
    at,
    distinct: false,
    as: undefined,
    items: [star(at)] satisfies SelectItem[],
    from,
    where,
    groupBy: undefined,
    having: undefined,
    qualify: undefined,
    windows: [],
    pipe: keepsNames ? 'FROM' : undefined,
    ...parts,
  };
  const query = queryOf(body, at);
  if (!keepsNames) return queryStage(dropUnusedNames(query));
  return { kind: 'query', query, alias: aliasOf(stage), keepsNames };
}

/** All columns of a stage, as a query that has no ORDER BY and no LIMIT yet. */
export function plainStage(stage: Stage, at: number): QueryStage {
  return select(stage, at, {}, true);
}

/** A stage as a query. */
export function toQuery(stage: Stage): Query {
  const { query } = stage.kind === 'query' ? stage : filterStage(stage, stage.at);
  return dropUnusedNames(query);
}

/** All columns of a stage, which are its own query but for a filter. */
export function filterStage(stage: Stage, at: number): QueryStage {
  const isFilter = stage.kind === 'rows' && stage.isQuery && stage.where;
  return isFilter ? select(stage, at, { filterOf: 'query' }, true) : plainStage(stage, at);
}

/** All columns, as they are. */
export function star(at: number): SelectStar {
  return { kind: 'select_star', at, rows: true, of: undefined, except: [], replace: [] };
}

/** The rows of a stage as a FROM with a filter. */
export function rowsOf(stage: Stage, at: number): RowsStage {
  if (stage.kind === 'rows') return stage;
  const { query, alias, keepsNames } = stage;
  const from: DerivedTable = { kind: 'derived_table', at, query, alias, keepsNames };
  return { kind: 'rows', at, from, where: undefined, isQuery: true };
}

/** The rows of a stage as the input of PIVOT. */
export function pivotable(stage: Stage, at: number): TablePath | DerivedTable {
  const { from, where } = rowsOf(stage, at);
  const isTable = from.kind === 'table_path' || from.kind === 'derived_table';
  if (isTable && !where) return from;
  const query = (isTable ? filteredItem(stage, at) : filterStage(stage, at)).query;
  return { kind: 'derived_table', at, query, alias: aliasOf(stage), keepsNames: true };
}

/** The rows of a stage without a filter, for a join: the filter of more than one table becomes a join's condition. */
export function joinable(stage: Stage, at: number): FromItem {
  const { from, where } = rowsOf(stage, at);
  if (!where) return from;
  if (from.kind === 'join') {
    const joined = withCondition(from, where);
    if (joined) return joined;
  }
  return rowsOf(filteredItem(stage, at), at).from;
}

/** The query of an item of FROM and the filter that it cannot have as an item. */
function filteredItem(stage: Stage, at: number): QueryStage {
  return select(stage, at, { filterOf: 'item' }, true);
}

function withCondition(join: Join, where: Expression): Join | undefined {
  const { type, condition } = join;
  if (type === 'LEFT' || type === 'RIGHT' || type === 'FULL' || condition?.kind === 'using') {
    return undefined;
  }
  const expression = both(condition?.expression, where);
  return { ...join, type: 'INNER', condition: { kind: 'on', expression } };
}

/** The name under which all rows of a stage are known; undefined where there is none or more than one. */
export function aliasOf(stage: Stage): Identifier | undefined {
  if (stage.kind === 'query') return stage.alias;
  const { from } = stage;
  // The items of an array stay known as the column of their name, which a table of that name would hide.
  if (from.kind === 'join' || from.kind === 'unnest') return undefined;
  return from.alias ?? (from.kind === 'table_path' ? from.path.at(-1) : undefined);
}

/** A condition, after another if there is one. */
export function both(left: Expression | undefined, right: Expression): Expression {
  return left ? { kind: 'binary', at: left.at, operator: 'AND', left, right } : right;
}
