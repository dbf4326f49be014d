import type { FunctionDefinition } from '../../functions/core/define.ts';
import { supportsGrouping, supportsOrdering } from '../../functions/core/signatures/coercion.ts';
import { SqlError } from '../../sql-error.ts';
import type { Call, Expression, WindowName, WindowSpecification } from '../../syntax/tree/ast.ts';
import { shortTypeName } from '../../types.ts';
import type { Context } from '../names/context.ts';
import { identifierText } from '../names/identifier-text.ts';
import { orderItem } from '../queries/order-by.ts';
import { columnRef } from '../resolved/build.ts';
import type { AggregateCall, AnalyticCall, ResolvedExpression } from '../resolved/resolved.ts';
import { deferErrors, resolveAggregateCall, type UnresolvedCall } from './aggregates.ts';
import { resolveFrame } from './frames.ts';

/** Resolves a call with OVER; the call is added to its SELECT and replaced by a column of it. */
export function resolveWindowCall(
  unresolved: UnresolvedCall,
  over: WindowName | WindowSpecification,
  context: Context,
): ResolvedExpression {
  const { node, definition } = unresolved;
  if (definition.kind === 'scalar') {
    throw new SqlError(`Function ${definition.name} does not support an OVER clause`, node.at);
  }
  const { select } = context;
  if (context.windows === 'refused' || !select) {
    throw new SqlError(
      `Analytic function not allowed in ${context.refusedIn ?? context.clause}`,
      node.at,
    );
  }
  checkCall(node, definition);
  const { call, seen } = resolveAggregateCall(
    {
      ...unresolved,
      definition: { ...definition, allows: { ...definition.allows, distinct: true } },
    },
    context,
  );
  if (seen.window) {
    throw new SqlError(
      'Analytic function cannot be an argument of another analytic function',
      node.at,
    );
  }
  const window = resolveWindow(expandWindow(over, select.windows), unresolved, context);
  context.seen.window = true;
  context.seen.aggregate ||= seen.aggregate;
  const add = (own: AggregateCall): ResolvedExpression => {
    const column = context.session.newColumn(definition.name.toLowerCase(), own.type);
    select.windowFunctions.push({ column, call: { ...own, ...window } });
    return columnRef(column);
  };
  // LAG and its kin read rows outside the frame.
  return definition.kind === 'aggregate' ? deferErrors(call, node.at, context, add) : add(call);
}

function checkCall(node: Call, { kind, name, allows }: FunctionDefinition): void {
  const refuse = (problem: string): never => {
    throw new SqlError(problem, node.at);
  };
  if (node.orderBy.length > 0) {
    refuse('ORDER BY in arguments is not supported on analytic functions');
  }
  if (node.limit) refuse('LIMIT in arguments is not supported on analytic functions');
  if (node.having) refuse('HAVING in arguments is not supported on analytic functions');
  if (kind === 'aggregate' && allows?.over === false) {
    refuse(`Aggregate function ${name} does not support an OVER clause`);
  }
  if (kind === 'analytic' && node.distinct) {
    refuse(`Analytic function ${name} does not support DISTINCT`);
  }
}

/** A window including everything inherited from the named windows it is based on. */
function expandWindow(
  over: WindowName | WindowSpecification,
  windows: ReadonlyMap<string, WindowSpecification>,
): WindowSpecification {
  if (over.kind === 'window_name') return findWindow(over.name, windows);
  if (!over.base) return over;
  const base = findWindow(over.base, windows);
  if (over.partitionBy.length > 0) {
    throw new SqlError(
      'If a window has a PARTITION BY, it cannot reference a named window',
      over.base.at,
    );
  }
  if (over.orderBy.length > 0 && base.orderBy.length > 0) {
    throw new SqlError(
      'If a window inherits an ORDER BY from its referenced window, it cannot have an inline ORDER BY',
      over.at,
    );
  }
  if (base.frame && (over.orderBy.length > 0 || over.frame)) {
    throw new SqlError(
      'If a window has an inline ORDER BY or window frame clause, it cannot reference another window that contains or inherits a window frame clause',
      over.base.at,
    );
  }
  const orderBy = over.orderBy.length > 0 ? over.orderBy : base.orderBy;
  return { ...over, partitionBy: base.partitionBy, orderBy, frame: over.frame ?? base.frame };
}

function findWindow(
  name: WindowName['name'],
  windows: ReadonlyMap<string, WindowSpecification>,
): WindowSpecification {
  const window = windows.get(name.name.toLowerCase());
  if (window) return window;
  throw new SqlError(`Unrecognized window alias ${identifierText(name.name)}`, name.at);
}

/** The named windows of a WINDOW clause, expanded; each sees only those before it. */
export function namedWindows(
  windows: readonly { readonly name: WindowName['name']; readonly window: WindowSpecification }[],
): ReadonlyMap<string, WindowSpecification> {
  const byName = new Map<string, WindowSpecification>();
  for (const { name, window } of windows) {
    const key = name.name.toLowerCase();
    if (byName.has(key)) {
      throw new SqlError(`Duplicate window alias ${identifierText(name.name)}`, name.at);
    }
    byName.set(key, expandWindow(window, byName));
  }
  return byName;
}

type ResolvedWindow = Pick<AnalyticCall, 'partitionBy' | 'windowOrderBy' | 'frame'>;

function resolveWindow(
  window: WindowSpecification,
  unresolved: UnresolvedCall,
  context: Context,
): ResolvedWindow {
  const { node, definition } = unresolved;
  checkWindow(window, node, definition);
  const partition = inClause(context, 'Window PARTITION BY');
  const partitionBy = window.partitionBy.map((expression) => {
    const resolved = context.session.expression(expression, partition);
    const supported = supportsGrouping(resolved.type) && resolved.type.kind !== 'FLOAT64';
    if (!supported) refuseType('Partitioning', resolved, expression);
    return resolved;
  });
  const ordering = inClause(context, 'Window ORDER BY');
  const windowOrderBy = window.orderBy.map((item) => {
    const resolved = context.session.expression(item.expression, ordering);
    if (!supportsOrdering(resolved.type)) refuseType('Ordering', resolved, item.expression);
    return orderItem(item, resolved);
  });
  const frame = window.frame && resolveFrame(window.frame, windowOrderBy, window.at, context);
  return { partitionBy, windowOrderBy, frame };
}

/** The context of a window's expressions, which allow aggregates but no window functions. */
function inClause(context: Context, clause: string): Context {
  return { ...context, clause, windows: 'refused' };
}

function refuseType(what: string, { type }: ResolvedExpression, { at }: Expression): never {
  throw new SqlError(`${what} by expressions of type ${shortTypeName(type)} is not allowed`, at);
}

function checkWindow(
  window: WindowSpecification,
  node: Call,
  { name, allows }: FunctionDefinition,
): void {
  const functionName = name.toLowerCase();
  const refuse = (problem: string, at = window.at): never => {
    throw new SqlError(problem, at);
  };
  if (window.orderBy.length === 0 && allows?.windowOrder === 'required') {
    refuse(`Window ORDER BY is required for analytic function ${functionName}`);
  }
  if (window.orderBy.length > 0 && allows?.windowOrder === 'refused') {
    refuse(`Window ORDER BY is not allowed for analytic function ${functionName}`);
  }
  if (window.frame && allows?.windowFrame === false) {
    const problem = `Window framing clause is not allowed for analytic function ${functionName}`;
    refuse(problem, window.frame.at);
  }
  if (!node.distinct) return;
  if (window.orderBy.length > 0) refuse('Window ORDER BY is not allowed if DISTINCT is specified');
  if (window.frame) refuse('Window framing clause is not allowed if DISTINCT is specified');
}
