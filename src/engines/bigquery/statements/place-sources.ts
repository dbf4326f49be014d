import {
  type AnyNode,
  allOf,
  type FromItem,
  mapNodes,
  parseQuery,
  type Query,
  type ResolvedStatement,
  type Select,
  selectOf,
  writtenNames,
} from '#googlesql';
import { hidePseudo, pseudoRead, pseudoTerms } from '../../pseudo-scans.ts';
import type { TableRead } from '../warehouse/column-list.ts';
import { readIn, sourceText, type TableSource } from '../warehouse/table-source.ts';
import { TableReads } from './table-reads.ts';

/** A statement in which names of our own stand for the sources of tables. */
export interface PlacedSources {
  readonly tree: Query;
  /** By these names: the logical name of the table, and what is read in its place. */
  readonly places: ReadonlyMap<string, Place>;
}

interface Place {
  readonly table: string;
  readonly from: string;
}

/** A statement and the sources of its tables. */
export interface SourcedStatement {
  readonly tree: Query;
  readonly resolved: ResolvedStatement;
  readonly sources: ReadonlyMap<string, TableSource>;
  /** The names of CTEs, in lower case. */
  readonly ctes: ReadonlySet<string>;
}

/**
 * Replaces each table by the projection of its columns that its SELECT reads, and by a subquery where that reads
 * pseudo-columns, which then has them as columns:
 *
 *     FROM (SELECT id, …, _TABLE_SUFFIX FROM `project.dataset.events_*` WHERE _TABLE_SUFFIX >= '20260701') AS t
 *
 * The terms of WHERE that read them alone are repeated inside, where BigQuery prunes shards and partitions.
 */
export function placeSources(statement: SourcedStatement): PlacedSources {
  const placing = new Placing(statement);
  const enter = (node: AnyNode) =>
    'kind' in node && node.kind === 'select' && node.from
      ? tablesIn(node.from).reduce<Select>((rest, found) => placing.place(node, rest, found), node)
      : node;
  const tree = mapNodes(statement.tree, { enter });
  placing.check();
  return { tree, places: placing.places };
}

class Placing {
  readonly places = new Map<string, Place>();
  readonly #statement: SourcedStatement;
  readonly #reads: TableReads;
  readonly #prefix: string;

  constructor(statement: SourcedStatement) {
    this.#statement = statement;
    this.#reads = new TableReads(statement.tree, statement.resolved);
    this.#prefix = unusedPrefix(statement.tree);
  }

  /** `rest` is the SELECT as far as its other tables were replaced. */
  place(written: Select, rest: Select, { isDirect, path }: FoundTable): Select {
    const source = this.#sourceOf(path);
    if (!source) return rest;
    const table = path.path[0]?.name ?? '';
    const alias = path.alias?.name ?? table;
    const read = this.#reads.of(table, written, alias);
    const names = isDirect ? pseudoRead(written, alias, source.pseudo) : [];
    if (names.length > 0) return this.#expose({ written, rest, path, source, read, names });
    const marker = this.#mark({ table, from: sourceText(source, read) });
    // What is printed in place of a table does not have its name.
    const named = path.alias || !/^\w+$/.test(table) ? path : { ...path, alias: path.path[0] };
    return replaceIn(rest, path, { ...named, path: [{ name: marker, at: path.at }] });
  }

  /** Throws an `Error` if a scan of the statement was met at no place of the tree. */
  check(): void {
    const missed = this.#reads.missed().find((table) => this.#statement.sources.has(table));
    if (missed !== undefined) throw new Error(`Cannot find the scan of "${missed}" in the tree`);
  }

  #sourceOf({ path: [name, ...more], withOffset }: TablePath): TableSource | undefined {
    const { ctes, sources } = this.#statement;
    if (!name || more.length > 0 || withOffset || ctes.has(name.name.toLowerCase())) return;
    return sources.get(name.name);
  }

  #mark(place: Place): string {
    const marker = `${this.#prefix}${this.places.size + 1}`;
    this.places.set(marker, place);
    return marker;
  }

  #expose({ names, path, read, rest, source, written }: Exposure): Select {
    const table = path.path[0]?.name ?? '';
    const alias = path.alias?.name ?? table;
    const from = readIn(source);
    const marker = from === undefined ? undefined : this.#mark({ table, from });
    const terms = from === undefined ? [] : pseudoTerms(written, alias, names);
    const all = parseQuery(sourceText(source, read, names, marker));
    const query = { ...all, body: { ...selectOf(all), where: allOf(terms) } };
    const derived = { kind: 'derived_table', query, alias: { name: alias, at: 0 }, at: 0 } as const;
    return replaceIn(hidePseudo(rest, alias, names), path, derived);
  }
}

/** A beginning of names that no name of a tree has: one that stood for a table could be a CTE of a caller. */
function unusedPrefix(tree: Query): string {
  const names = writtenNames(tree).map((name) => name.toLowerCase());
  let prefix = '_source_';
  while (names.some((name) => name.startsWith(prefix))) prefix = `_${prefix}`;
  return prefix;
}

interface Exposure {
  readonly written: Select;
  readonly rest: Select;
  readonly path: TablePath;
  readonly source: TableSource;
  readonly read: TableRead;
  /** The pseudo-columns. */
  readonly names: readonly string[];
}

type TablePath = Extract<FromItem, { kind: 'table_path' }>;

interface FoundTable {
  readonly path: TablePath;
  /** Whether its columns are in the scope of the SELECT. */
  readonly isDirect: boolean;
}

/** The tables of a FROM clause itself. */
function tablesIn(from: FromItem, isDirect = true): readonly FoundTable[] {
  switch (from.kind) {
    case 'join':
      return [...tablesIn(from.left, isDirect), ...tablesIn(from.right, isDirect)];
    case 'pivot':
    case 'unpivot':
    case 'match_recognize':
      return tablesIn(from.input, false);
    case 'table_path':
      return [{ path: from, isDirect }];
    default:
      return [];
  }
}

function replaceItem(from: FromItem, item: FromItem, by: FromItem): FromItem {
  if (from === item) return by;
  if ('input' in from) {
    return { ...from, input: replaceItem(from.input, item, by) };
  }
  if (from.kind !== 'join') return from;
  const [left, right] = [from.left, from.right].map((side) => replaceItem(side, item, by));
  return { ...from, left: left ?? from.left, right: right ?? from.right };
}

function replaceIn(select: Select, item: FromItem, by: FromItem): Select {
  return { ...select, from: select.from && replaceItem(select.from, item, by) };
}
