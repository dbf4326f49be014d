import { SqlError } from '../../sql-error.ts';
import type { OrderItem, Select } from '../../syntax/tree/ast.ts';
import { checkGroupings, NO_GROUPING, resolveGroupBy } from '../aggregation/group-by.ts';
import { namedWindows } from '../aggregation/windows.ts';
import { resolveFrom } from '../from/from.ts';
import {
  type ClauseContext,
  type Environment,
  type ResolvedQuery,
  resolveApart,
  rowContext,
  type SelectState,
} from '../names/context.ts';
import { withRecursionBlocked } from '../names/cte-scope.ts';
import type { ResolvedFrom } from '../names/names.ts';
import { NameList, Scope, type Target } from '../names/names.ts';
import { filtered } from '../resolved/build.ts';
import type { ResolvedExpression, Scan } from '../resolved/resolved.ts';
import { requireBool } from './conditions.ts';
import { resolveSelectList, type SelectList } from './select-list.ts';
import { planSelect } from './select-plan.ts';
import { refuseClauses } from './select-without-from.ts';

/** Resolves one SELECT, with the ORDER BY of its query. */
export function resolveSelect(
  select: Select,
  orderBy: readonly OrderItem[],
  environment: Environment,
): ResolvedQuery {
  refuseClauses(select, orderBy);
  const seenBefore = environment.recursion?.references;
  const from = resolveRows(select, environment);
  refuseExpansion(select, from, environment);
  const scope = new Scope(from.names, environment.outer);
  const state: SelectState = {
    select,
    aggregates: [],
    windowFunctions: [],
    windows: namedWindows(select.windows),
  };
  const base: ClauseContext = {
    ...{ ...rowContext(environment, scope, 'SELECT list'), select: state },
    ...pipeRules(select),
  };
  const input = filterRows(from.scan, select.where, base);
  const list = resolveSelectList(select.items, select.from && from.names, base);
  const { keys, sets } = select.groupBy
    ? resolveGroupBy(select.groupBy, list.columns, refusing(base, 'GROUP BY'))
    : NO_GROUPING;
  const isGrouped = select.groupBy !== undefined || state.aggregates.length > 0;
  const aggregates = isGrouped ? 'allowed' : 'unlisted';
  const aliased: ClauseContext = {
    ...{ ...base, aggregates },
    scope: scope.withAliases(aliasesOf(list)),
  };
  const having = resolveHaving(select.having, aliased);
  checkGrouping(select, isGrouped);
  const qualify = resolveQualify(select.qualify, state, aliased);
  checkRecursion(environment, state, seenBefore);
  const orderContext: ClauseContext = { ...aliased, clause: 'ORDER BY clause' };
  const resolved = { select, environment, input, names: from.names, list, keys, sets };
  checkGroupings(state, keys);
  return planSelect({
    ...resolved,
    isGrouped,
    ...{ having, qualify, state, orderNodes: orderBy },
    orderContext: select.distinct
      ? {
          ...refusing(orderContext, orderContext.clause),
          windowAliases: 'allowed',
          refusedIn: 'ORDER BY clause after SELECT DISTINCT',
        }
      : orderContext,
  });
}

/**
 * Refuses pipe operators on rows of a CTE that is a value table, which no tree tells: its `*` would be their fields.
 * Where they are the whole result, this is the same.
 */
function refuseExpansion(
  { items, pipe }: Select,
  { names }: ResolvedFrom,
  { isSubquery }: Environment,
): void {
  const [star, ...more] = items;
  if (!pipe || star?.kind !== 'select_star' || star.of || star.rows) return;
  const { except, replace } = star;
  const isSame = names.row && more.length + except.length + replace.length === 0 && !isSubquery;
  if (
    isSame ||
    !names.columns.some(({ isRow, column }) => isRow && column.type.kind === 'STRUCT')
  ) {
    return;
  }
  throw new SqlError('Pipe operators after a CTE of SELECT AS STRUCT are not supported', star.at);
}

/** Which calls a SELECT list allows: of pipe operators, only AGGREGATE has aggregates. */
function pipeRules({ pipe }: Select): Pick<ClauseContext, 'aggregates' | 'windows' | 'refusedIn'> {
  if (!pipe) return { aggregates: 'allowed', windows: 'allowed' };
  if (pipe === 'WITH expression')
    return { aggregates: 'refused', windows: 'refused', refusedIn: pipe };
  const refusedIn = `pipe ${pipe}`;
  return pipe === 'AGGREGATE'
    ? { aggregates: 'allowed', windows: 'refused', refusedIn }
    : { aggregates: 'refused', windows: 'allowed', refusedIn };
}

/** The context of a clause that allows neither aggregates nor window functions. */
function refusing(context: ClauseContext, clause: string): ClauseContext {
  return { ...context, clause, refusedIn: clause, aggregates: 'refused', windows: 'refused' };
}

const FOLDED =
  'A subquery containing a recursive reference may not use DISTINCT, GROUP BY, or any aggregate function';

/** The rows of FROM, or one row without columns; a recursive CTE must not be aggregated. */
function resolveRows(select: Select, environment: Environment): ResolvedFrom {
  const { from } = select;
  if (!from) return { scan: { kind: 'single_row', columns: [] }, names: new NameList() };
  const resolve = (): ResolvedFrom => resolveFrom(from, select, environment);
  const folds = select.distinct || select.groupBy !== undefined;
  return withRecursionBlocked(environment.recursion, folds ? FOLDED : undefined, resolve);
}

/** Checked after the list is resolved, because only then are its aggregates and window functions known. */
function checkRecursion(
  { recursion }: Environment,
  { aggregates, windowFunctions }: SelectState,
  before: number | undefined,
): void {
  if (!recursion || recursion.references === before) return;
  if (aggregates.length > 0) throw new SqlError(FOLDED, recursion.at);
  if (windowFunctions.length === 0) return;
  throw new SqlError(
    'A subquery containing a recursive reference may not use an analytic function',
    recursion.at,
  );
}

function filterRows(input: Scan, where: Select['where'], base: ClauseContext): Scan {
  if (!where) return input;
  const { expression } = resolveApart(where, refusing(base, 'WHERE clause'));
  const condition = requireBool(expression, 'WHERE clause', where.at);
  return filtered(input, condition);
}

function aliasesOf({ columns }: SelectList): ReadonlyMap<string, Target> {
  const aliases = new Map<string, Target>();
  for (const { name, expression, seen } of columns) {
    if (name === '') continue;
    const key = name.toLowerCase();
    const alias = { name, expression, hasAggregate: seen.aggregate, hasWindow: seen.window };
    aliases.set(key, aliases.has(key) ? { kind: 'ambiguous' } : { kind: 'alias', alias });
  }
  return aliases;
}

function resolveHaving(
  having: Select['having'],
  aliased: ClauseContext,
): ResolvedExpression | undefined {
  if (!having) return undefined;
  const clause = 'HAVING clause';
  const { expression } = resolveApart(having, { ...aliased, clause, windows: 'refused' });
  return requireBool(expression, clause, having.at);
}

function checkGrouping({ having }: Select, isGrouped: boolean): void {
  if (!having || isGrouped) return;
  throw new SqlError('The HAVING clause requires GROUP BY or aggregation to be present', having.at);
}

function resolveQualify(
  qualify: Select['qualify'],
  { windowFunctions }: SelectState,
  aliased: ClauseContext,
): ResolvedExpression | undefined {
  if (!qualify) return undefined;
  const clause = 'QUALIFY clause';
  const { expression, seen } = resolveApart(qualify, {
    ...{ ...aliased, clause },
    aggregates: 'allowed',
  });
  if (windowFunctions.length === 0) {
    throw new SqlError('The QUALIFY clause requires analytic function to be present', qualify.at);
  }
  if (seen.aggregate && aliased.aggregates === 'unlisted') {
    throw new SqlError(
      'The QUALIFY clause only allows aggregation if GROUP BY or SELECT list aggregation is present',
      qualify.at,
    );
  }
  return requireBool(expression, clause, qualify.at);
}
