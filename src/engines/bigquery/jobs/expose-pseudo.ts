import {
  type AnyNode,
  type Expression,
  type FromItem,
  mapNodes,
  parseQuery,
  printIdentifier,
  type Query,
  type Select,
  type TableColumn,
} from '#googlesql';
import { hidePseudo, pseudoRead, pseudoTerms } from '../../pseudo-scans.ts';
import type { TableSource } from '../warehouse/table-source.ts';

/** A statement whose pseudo-columns are those of subqueries. */
export interface ExposedPseudo {
  readonly tree: Query;
  /** By the names that stand for tables in these subqueries: the logical name, and what is read in its place. */
  readonly places: ReadonlyMap<string, { readonly table: string; readonly from: string }>;
}

/** How the columns of a record are read. */
export type Records = 'stored' | 'declared';

/**
 * Replaces each table of which a SELECT reads pseudo-columns by a subquery that has them as columns:
 *
 *     FROM (SELECT id, …, _TABLE_SUFFIX FROM `project.dataset.events_*` WHERE _TABLE_SUFFIX >= '20260701') AS t
 *
 * The terms of WHERE that read them alone are repeated inside, where BigQuery prunes shards and partitions.
 */
export function exposePseudo(
  tree: Query,
  sources: ReadonlyMap<string, TableSource>,
  records: Records,
  ctes: ReadonlySet<string>,
): ExposedPseudo {
  const places = new Map<string, { readonly table: string; readonly from: string }>();
  if (![...sources.values()].some(({ pseudo }) => pseudo.length > 0)) return { tree, places };
  const sourceOf = ({ path: [name, ...more], withOffset }: TablePath) => {
    if (!name || more.length > 0 || withOffset || ctes.has(name.name.toLowerCase())) return;
    return sources.get(name.name);
  };
  const exposed = (written: Select, rest: Select, path: TablePath): Select => {
    const source = sourceOf(path);
    const table = path.path.at(-1)?.name ?? '';
    const alias = path.alias?.name ?? table;
    const names = pseudoRead(written, alias, source?.pseudo);
    if (!source || !rest.from || names.length === 0) return rest;
    const marker = `_source_${places.size + 1}`;
    const from = readIn(source);
    if (from !== undefined) places.set(marker, { table, from });
    const terms = from === undefined ? [] : pseudoTerms(written, alias, names);
    const query = withTerms(parseQuery(sourceText(source, records, names, marker)), terms);
    const derived = { kind: 'derived_table', query, alias: { name: alias, at: 0 }, at: 0 } as const;
    return { ...hidePseudo(rest, alias, names), from: replaceItem(rest.from, path, derived) };
  };
  const enter = (node: AnyNode) =>
    'kind' in node && node.kind === 'select' && node.from
      ? tablesIn(node.from).reduce<Select>((rest, path) => exposed(node, rest, path), node)
      : node;
  return { tree: mapNodes(tree, { enter }), places };
}

type TablePath = Extract<FromItem, { kind: 'table_path' }>;

/** The tables of a FROM clause itself. */
function tablesIn(from: FromItem): readonly TablePath[] {
  if (from.kind === 'join') return [...tablesIn(from.left), ...tablesIn(from.right)];
  return from.kind === 'table_path' ? [from] : [];
}

function replaceItem(from: FromItem, item: FromItem, by: FromItem): FromItem {
  if (from === item) return by;
  if (from.kind !== 'join') return from;
  const [left, right] = [from.left, from.right].map((side) => replaceItem(side, item, by));
  return { ...from, left: left ?? from.left, right: right ?? from.right };
}

/** What a source reads, as a FROM item; undefined if there is nothing. */
function readIn({ place, rows }: TableSource): string | undefined {
  return rows ?? (place === undefined ? undefined : `\`${place}\``);
}

function sourceText(
  source: TableSource,
  records: Records,
  names: readonly string[],
  marker: string,
): string {
  const { columns, pseudo } = source;
  const read = pseudo.filter(({ name }) => names.includes(name));
  if (readIn(source) === undefined) {
    const absent = ({ name, type }: TableColumn) => `CAST(NULL AS ${type.kind}) AS ${name}`;
    return `SELECT ${[columns[records], ...read.map(absent)].join(', ')} LIMIT 0`;
  }
  const list = [columns[records], ...read.map(({ name }) => printIdentifier(name))];
  return `SELECT ${list.join(', ')} FROM ${marker}`;
}

function withTerms(query: Query, terms: ReturnType<typeof pseudoTerms>): Query {
  const { body } = query;
  if (body.kind !== 'select') throw new Error('Cannot expose pseudo-columns: no SELECT');
  const [first, ...rest] = terms;
  const where = rest.reduce<Expression | undefined>(
    (left, right) => left && { kind: 'binary', operator: 'AND', left, right, at: 0 },
    first,
  );
  return { ...query, body: { ...body, where } };
}
