import {
  allOf,
  andTerms,
  type DerivedTable,
  type Expression,
  type FromItem,
  mapNodes,
  nodesOfKind,
  type Path,
  parseCondition,
  parseQuery,
  printIdentifier,
  type Query,
  type Select,
  selectOf,
  type Table,
  type TableScan,
  timeColumns,
  type With,
} from '#googlesql';
import { hidePseudo, pseudoName, pseudoRead } from '../../engines/pseudo-scans.ts';
import type { TimeBound } from '../../engines/scan-predicates.ts';
import type { GuardedScan } from '../scan-guards.ts';
import { type TenantMatch, type TenantOf, tenantCondition } from './tenant-condition.ts';
import type { WrittenConditions } from './written-conditions.ts';

/** The barrier's column that tells whether a row is the tenant's own; its other columns depend on it. */
export const OWN_COLUMN = '_own';

/**
 * Replaces every scan of a table with a tenant by a security barrier:
 *
 *     FROM (
 *       SELECT CASE WHEN row._own THEN row.id END AS id, …
 *       FROM (SELECT t.id, …, <tenant> AS _own FROM table AS t WHERE <time> AND <tenant>) AS row
 *     ) AS t
 *
 * The inner WHERE uses bare columns, so that engines can prune files and partitions. Every exposed column is NULL in
 * rows of other tenants, in case the engine evaluates an expression before it filters.
 */
export function addSecurityBarrier(
  query: Query,
  scans: readonly GuardedScan[],
  tenant: TenantOf,
  conditions: WrittenConditions,
): Query {
  const bySelect = Map.groupBy(scans, ({ scan }) => scan.select);
  const missing = new Set(bySelect.keys());
  const guarded = mapSelects(query, (select) => {
    missing.delete(select);
    // A SELECT that is analysed twice has each of its scans twice.
    const own = new Map(bySelect.get(select)?.map((guarded) => [guarded.scan.alias, guarded]));
    return [...own.values()].reduce(
      (rest, guarded) => guardSelect(rest, guarded, tenant, conditions),
      select,
    );
  });
  if (missing.size > 0) throw new Error('Cannot guard the tenant: a scan lies outside the SELECTs');
  return guarded;
}

function guardSelect(
  written: Select,
  guarded: GuardedScan,
  tenantOf: TenantOf,
  conditions: WrittenConditions,
): Select {
  const { scan, tenant: position } = guarded;
  const tenant = tenantOf(scan.table);
  if (!tenant) return written;
  const pseudo = pseudoRead(scan.select, scan.alias, scan.table.pseudo);
  const select = hidePseudo(written, scan.alias, pseudo);
  if (guarded.isJoined) return guardJoined(select, { ...guarded, pseudo }, tenant, conditions);
  const conjuncts = conditionsOf(select);
  const stored = position === undefined ? undefined : conjuncts[position];
  const inner = conjuncts.filter(
    (conjunct) =>
      isPruning(conjunct, scan, conditions) ||
      (conjunct === stored && readsOnly(conjunct, scan.alias)),
  );
  const isEnough = stored && inner.includes(stored) && !tenant.exclusive;
  const own = isEnough ? stored : tenantCondition(scan.table, scan.alias, tenant);
  const where = allOf(isEnough ? inner : [...inner, ...andTerms(own)]);
  const outer = andTerms(select.where).filter((conjunct) => !inner.includes(conjunct));
  const placement = { own, where, pseudo, isDone: false };
  return { ...guardFrom(select, scan, placement), where: allOf(outer) };
}

/** The conditions on the rows of FROM; those on matches are of other rows, though their columns may have the same names. */
function conditionsOf({ from, where }: Select): readonly Expression[] {
  return from && hasMatches(from) ? [] : andTerms(where);
}

function hasMatches(from: FromItem): boolean {
  if (from.kind === 'join') return hasMatches(from.left) || hasMatches(from.right);
  return from.kind === 'match_recognize' || ('input' in from && hasMatches(from.input));
}

/** In a join the conditions stay where they are, and the time bounds are repeated inside for pruning. */
function guardJoined(
  select: Select,
  { scan, lower, upper, pseudo }: GuardedScan & Pick<Placement, 'pseudo'>,
  tenant: TenantMatch,
  conditions: WrittenConditions,
): Select {
  const own = tenantCondition(scan.table, scan.alias, tenant);
  const bound = (sign: '>' | '<', { column, inclusive, value }: TimeBound) => {
    const time = `${printIdentifier(scan.alias)}.${printIdentifier(column)}`;
    return value.kind === 'parameter'
      ? parseCondition(`${time} ${sign}${inclusive ? '=' : ''} @${value.name}`)
      : [];
  };
  const written = conditionsOf(select).filter(
    (conjunct) =>
      isPruning(conjunct, scan, conditions, 'qualified') &&
      !(
        isPruning(conjunct, scan, conditions, 'qualified', timeColumns(scan.table)) &&
        isPlainBound(conjunct)
      ),
  );
  const bounds = [
    ...lower.flatMap((one) => bound('>', one)),
    ...upper.flatMap((one) => bound('<', one)),
    ...written,
  ];
  return guardFrom(select, scan, {
    own,
    where: allOf([...bounds, ...andTerms(own)]),
    pseudo,
    isDone: false,
  });
}

function guardFrom(select: Select, scan: TableScan, placement: Placement): Select {
  const from = select.from && placeBarrier(select.from, scan, placement);
  if (!placement.isDone) throw new Error(`its scan of "${scan.table.name}" cannot be guarded`);
  return { ...select, from };
}

interface Placement {
  readonly own: Expression;
  readonly where: Expression | undefined;
  /** The pseudo-columns that the barrier exposes, guarded like the columns. */
  readonly pseudo: readonly string[];
  isDone: boolean;
}

/** Replaces the table of a range variable in a FROM clause. */
function placeBarrier(from: FromItem, scan: TableScan, placement: Placement): FromItem {
  if (from.kind === 'join') {
    const left = placeBarrier(from.left, scan, placement);
    const right = placement.isDone ? from.right : placeBarrier(from.right, scan, placement);
    return { ...from, left, right };
  }
  if ('input' in from) {
    return { ...from, input: placeBarrier(from.input, scan, placement) };
  }
  const isScan =
    from.kind === 'table_path' &&
    from.path.map(({ name }) => name).join('.') === scan.table.name &&
    (from.alias ?? from.path.at(-1))?.name === scan.alias;
  if (!isScan) return from;
  placement.isDone = true;
  return barrierTable(scan, placement);
}

function barrierTable(
  { table, alias }: TableScan,
  { own, pseudo, where }: Placement,
): DerivedTable {
  const names = [...table.columns.map(({ name }) => name), ...pseudo].map(printIdentifier);
  const variable = printIdentifier(alias);
  const bare = names.map((name) => `${variable}.${name}`).join(', ');
  const exposed = names.map(
    (name) => `CASE WHEN _row.${OWN_COLUMN} THEN _row.${name} END AS ${name}`,
  );
  const barrier = parseQuery(`SELECT 1 FROM (
    SELECT ${exposed.join(', ')}
    FROM (SELECT ${bare}, TRUE AS ${OWN_COLUMN} FROM \`${table.name}\` AS ${variable}) AS _row
  ) AS ${variable}`);
  const { from } = selectOf(barrier);
  if (from?.kind !== 'derived_table') throw new Error('Cannot build the barrier');
  const outer = selectOf(from.query);
  if (outer.from?.kind !== 'derived_table') throw new Error('Cannot build the barrier');
  const inner = selectOf(outer.from.query);
  const items = inner.items.map((item) =>
    item.kind === 'select_expression' && item.alias?.name === OWN_COLUMN
      ? { ...item, expression: own }
      : item,
  );
  return withSelect(from, {
    ...outer,
    from: withSelect(outer.from, { ...inner, items, where }),
  });
}

function withSelect(table: DerivedTable, select: Select): DerivedTable {
  return { ...table, query: { ...table.query, body: select } };
}

function pruningColumns(table: Table): readonly string[] {
  return [...timeColumns(table), ...(table.pseudo ?? []).map(({ name }) => name)];
}

/** Whether a condition compares columns by which engines prune with conditions: `t.time >= @since OR t.time IS NULL`. */
function isPruning(
  conjunct: Expression,
  { alias, table }: TableScan,
  conditions: WrittenConditions,
  form: 'any' | 'qualified' = 'any',
  columns: readonly string[] = pruningColumns(table),
): boolean {
  const paths = conditions.comparedPaths(conjunct);
  const isOwn = (path: Path) =>
    (form === 'any' || path.names.length === 2) && pseudoName(path, alias, columns) !== undefined;
  return paths.length > 0 && paths.every(isOwn);
}

/** Whether the value of a bound is a parameter alone. */
function isPlainBound(conjunct: Expression): boolean {
  if (conjunct.kind === 'between') {
    return conjunct.low.kind === 'parameter' && conjunct.high.kind === 'parameter';
  }
  if (conjunct.kind !== 'binary' || /^(?:AND|OR)$/.test(conjunct.operator)) return false;
  return conjunct.left.kind === 'parameter' || conjunct.right.kind === 'parameter';
}

/** Whether the expression references only the range variable and variables that it introduces itself. */
function readsOnly(expression: Expression, alias: string): boolean {
  const own = nodesOfKind(expression, 'unnest').map((item) => item.alias?.name ?? alias);
  const variables = new Set([alias, ...own].map((name) => name.toLowerCase()));
  return nodesOfKind(expression, 'path').every(({ names: [first] }) =>
    variables.has(first?.name.toLowerCase() ?? ''),
  );
}

/** Replaces the SELECTs in a query or WITH clause, each before those inside of its replacement; those in expressions too. */
export function mapSelects<T extends Query | With>(
  root: T,
  rewrite: (select: Select) => Select,
): T {
  return mapNodes(root, {
    enter: (node) => ('kind' in node && node.kind === 'select' ? rewrite(node) : node),
  });
}
