import { readableColumns } from '../../pseudo-columns.ts';
import { SqlError } from '../../sql-error.ts';
import type { DerivedTable, FromItem, Select, TablePath } from '../../syntax/tree/ast.ts';
import type { Table } from '../../table.ts';
import type { Environment } from '../names/context.ts';
import type { CteReference } from '../names/cte-scope.ts';
import { pathText, unqualified } from '../names/identifier-text.ts';
import type { ResolvedFrom } from '../names/names.ts';
import { NameList, namesUnder, Scope, underAlias } from '../names/names.ts';
import { closestName, didYouMean } from '../names/suggestions.ts';
import type { Scan } from '../resolved/resolved.ts';
import { asArrayItem, resolveArrayItem } from './array-items.ts';
import { applyJoin } from './joins.ts';
import { resolveMatchRecognize } from './match-recognize.ts';
import { ownColumns, resolvePivot } from './pivot.ts';
import { resolveUnpivot } from './unpivot.ts';

/** Resolves a FROM clause: its rows and the names in it. */
export function resolveFrom(
  item: FromItem,
  select: Select,
  environment: Environment,
): ResolvedFrom {
  const joins: Extract<FromItem, { kind: 'join' }>[] = [];
  let first = item;
  // A chain of joins is left-deep and may be long.
  while (first.kind === 'join') {
    joins.push(first);
    first = first.left;
  }
  const resolveItem = (relation: FromItem): ResolvedFrom =>
    relation.kind === 'join'
      ? resolveFrom(relation, select, environment)
      : resolveRelation(relation, select, environment);
  return joins.reduceRight(
    (left, join) => applyJoin(join, left, environment, resolveItem),
    resolveItem(first),
  );
}

function resolveRelation(
  item: Exclude<FromItem, { kind: 'join' }>,
  select: Select,
  environment: Environment,
): ResolvedFrom {
  if (item.kind === 'derived_table') return resolveDerived(item, environment);
  if ('input' in item) {
    const input = ownColumns(resolveFrom(item.input, select, environment), item, environment);
    if (item.kind === 'match_recognize') {
      return resolveMatchRecognize(item, input, select, environment);
    }
    return item.kind === 'pivot'
      ? resolvePivot(item, input, select, environment)
      : resolveUnpivot(item, input, environment);
  }
  const array = asArrayItem(item, new Scope(new NameList(), environment.outer));
  if (array) return resolveArrayItem(array, undefined, environment);
  if (item.kind === 'unnest') throw new TypeError('UNNEST is an array');
  return resolveTable(item, select, environment);
}

function resolveDerived(item: DerivedTable, environment: Environment): ResolvedFrom {
  const resolved = environment.session.query(item.query, { ...environment, isSubquery: false });
  const { scan, output, isValueTable } = resolved;
  if (item.keepsNames && resolved.names) return { scan, names: resolved.names };
  const names = namesUnder(output, isValueTable, item.alias?.name ?? '', item.alias?.at ?? item.at);
  return { scan, names };
}

function resolveTable(item: TablePath, select: Select, environment: Environment): ResolvedFrom {
  const path = item.path.map(({ name }) => name);
  const alias = item.alias?.name ?? path.at(-1) ?? '';
  const at = item.alias?.at ?? item.at;
  const cte = path.length === 1 ? environment.ctes?.find(path.join('.')) : undefined;
  const table = cte ?? environment.tables.get(path.join('.')) ?? refuseTable(item, environment);
  if (item.withOffset) {
    throw new SqlError('WITH OFFSET can only be used with array scans', item.at);
  }
  return 'reference' in table
    ? readCte(table.reference(item.at), alias, at, environment)
    : readTable(table, select, alias, at, environment);
}

function readTable(
  table: Table,
  select: Select,
  alias: string,
  at: number,
  { session }: Environment,
): ResolvedFrom {
  const readable = readableColumns(table);
  session.budget.spend(readable.length, at);
  const columns = readable.map(({ name, type }) => session.newColumn(name, type));
  const sources = readable.map(({ name }) => name);
  const scan: Scan = { kind: 'table', table, columns, sources, select, alias };
  const names = new NameList();
  columns.forEach((column, i) => {
    if (i < table.columns.length) names.addColumn(column.name, column);
    else names.addPseudo(column.name, column);
  });
  return { scan, names: underAlias(names, alias, at) };
}

function readCte(
  cte: CteReference,
  alias: string,
  at: number,
  { session }: Environment,
): ResolvedFrom {
  session.budget.spend(cte.columns.length, at);
  const output = cte.columns.map(({ name, column }) => ({
    name,
    column: session.newColumn(name, column.type),
  }));
  const scan: Scan = {
    kind: 'with_ref',
    cteId: cte.id,
    columns: output.map(({ column }) => column),
    sources: output.map((_, i) => i),
  };
  return { scan, names: namesUnder(output, cte.isValueTable, alias, at) };
}

function refuseTable(item: TablePath, environment: Environment): never {
  const [first, ...more] = item.path;
  const path = pathText(item.path);
  const inScope = more.length === 0 && first && environment.outer?.lookup(first.name);
  if (inScope) throw new SqlError(unqualified(first.name), item.at);
  throw new SqlError(`Table not found: ${path}${suggestTable(item, environment)}`, item.at);
}

function suggestTable({ path }: TablePath, { tableNames }: Environment): string {
  const [only, ...more] = path;
  if (!only || more.length > 0) return '';
  const byKey = new Map(tableNames.map((name) => [name.toLowerCase(), name]));
  const closest = closestName(only.name.toLowerCase(), byKey.keys());
  return didYouMean(closest === undefined ? undefined : byKey.get(closest));
}
