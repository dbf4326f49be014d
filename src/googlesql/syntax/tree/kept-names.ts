import type { AnyNode, DerivedTable, FromItem, Identifier, Query } from './ast.ts';
import { mayHaveRows, pipedInput } from './piped.ts';
import { mapNodes } from './visit.ts';

type Names = ReadonlySet<string>;

const NONE: Names = new Set();

/**
 * A query in which a derived table keeps the names of its tables only where one of these is used and its alias would not
 * say the same, so that all others have a text without pipe operators. `kept` takes the queries whose names are kept.
 */
export function dropUnusedNames(query: Query, used = NONE, kept = new Set<Query>()): Query {
  const { body } = query;
  if (body.kind !== 'select' || !body.from) return query;
  const names = pipedInput(body.from) ? used.union(namesIn(query, body.from)) : NONE;
  const from = mapInput(body.from, (table) => settle(table, names, kept));
  const hasRows = kept.has(query) || pipedInput(from) !== undefined || mayHaveRows(from);
  const [first, ...more] = body.items;
  const isPipe = first?.kind === 'select_star' && first.rows && !hasRows;
  const items = isPipe ? [{ ...first, rows: undefined }, ...more] : body.items;
  return { ...query, body: { ...body, from, items } };
}

/** `dropUnusedNames` of all queries in a tree. */
export function dropAllUnusedNames(tree: Query): Query {
  const kept = new Set<Query>();
  const enter = (node: AnyNode): AnyNode =>
    'kind' in node && node.kind === 'query' && !kept.has(node)
      ? dropUnusedNames(node, NONE, kept)
      : node;
  return mapNodes({ tree }, { enter }).tree;
}

function settle(table: DerivedTable, names: Names, kept: Set<Query>): DerivedTable {
  const { query } = table;
  const from = query.body.kind === 'select' ? query.body.from : undefined;
  const isUsed = from && (mayHaveRows(from) || !rangesOf(from).isDisjointFrom(names));
  if (!isUsed || isSame(table)) {
    return { ...table, keepsNames: undefined, query: dropUnusedNames(query, NONE, kept) };
  }
  kept.add(query);
  const settled = dropUnusedNames(query, names, kept);
  kept.add(settled);
  return { ...table, query: settled };
}

/** A FROM with another query that it begins with. */
function mapInput(from: FromItem, map: (table: DerivedTable) => DerivedTable): FromItem {
  if (from.kind === 'join') return { ...from, left: mapInput(from.left, map) };
  if ('input' in from) {
    return { ...from, input: mapInput(from.input, map) };
  }
  return from.kind === 'derived_table' && from.keepsNames ? map(from) : from;
}

/** Whether an alias means the rows of the one table, as they are. */
function isSame({ alias, query: { body } }: DerivedTable): boolean {
  if (!alias || body.kind !== 'select' || !body.from || mayHaveRows(body.from)) return false;
  const [first, ...more] = body.items;
  if (first?.kind !== 'select_star' || more.length > 0) return false;
  const { except, rename = [], replace } = first;
  if (except.length + replace.length + rename.length > 0) return false;
  return !pipedInput(body.from) || (body.from.kind === 'derived_table' && isSame(body.from));
}

/** The lower-case names of the tables of FROM, and of offsets in arrays. */
function rangesOf(from: FromItem): Names {
  const names = (item: FromItem): readonly (Identifier | undefined)[] => {
    if (item.kind === 'join') return [...names(item.left), ...names(item.right)];
    if (item.kind === 'table_path') return [item.alias ?? item.path.at(-1)];
    const isKept = item.kind === 'derived_table' && item.keepsNames;
    const inner = isKept && item.query.body.kind === 'select' ? item.query.body.from : undefined;
    return inner ? names(inner) : [item.alias];
  };
  return new Set(names(from).map((name) => name?.name.toLowerCase() ?? ''));
}

/** The lower-case names in a query that may be those of tables, without the one that its FROM begins with. */
function namesIn(query: Query, from: FromItem): Names {
  const names = new Set<string>();
  const input = pipedInput(from);
  const add = <T extends AnyNode>(node: T): T => {
    const [first] = 'names' in node ? node.names : 'path' in node ? node.path : [];
    if (first) names.add(first.name.toLowerCase());
    return node;
  };
  mapNodes({ query }, { enter: add, leave: add, skip: (node) => node === input });
  return names;
}
