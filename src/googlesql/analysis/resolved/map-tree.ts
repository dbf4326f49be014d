import type {
  AggregateCall,
  AnalyticCall,
  ExpressionOf,
  FunctionCall,
  ResolvedExpression,
  ResolvedFrameBound,
  ResolvedKind,
  Scan,
  ScanOf,
} from './resolved.ts';

/** Returns the replacement of an expression; undefined keeps it and replaces in its parts. */
export type Replace = (expression: ResolvedExpression) => ResolvedExpression | undefined;

/** Replaces in an expression from the top down, including inside subqueries; one that does not change is kept as it is. */
export function mapExpression(
  expression: ResolvedExpression,
  replace: Replace,
): ResolvedExpression {
  const replaced = replace(expression);
  if (replaced) return replaced;
  if (expression.kind === 'call') return mapCallChain(expression, replace);
  // The function was selected by the kind, so it accepts the expression.
  const map = PARTS[expression.kind] as
    | PartsMapper<ResolvedExpression, ResolvedExpression>
    | undefined;
  return map ? keptIfSame(expression, map(expression, replace)) : expression;
}

function keptIfSame(expression: ResolvedExpression, mapped: ResolvedExpression) {
  const isKept = (name: string) => isSame(Reflect.get(mapped, name), Reflect.get(expression, name));
  return Object.keys(mapped).every(isKept) ? expression : mapped;
}

function isSame(one: unknown, other: unknown): boolean {
  if (!Array.isArray(one) || !Array.isArray(other)) return one === other;
  return one.length === other.length && one.every((item, i) => item === other[i]);
}

/** Calls whose first argument is a call are iterated, not recursed into: chains of operators may be very long. */
function mapCallChain(call: FunctionCall, replace: Replace): ResolvedExpression {
  const spine = [call];
  let first = call.arguments[0];
  let innermost = first && replace(first);
  while (first?.kind === 'call' && !innermost) {
    spine.push(first);
    first = first.arguments[0];
    innermost = first && replace(first);
  }
  if (first && !innermost) innermost = mapParts(first, replace);
  return (
    spine.reduceRight<ResolvedExpression | undefined>((inner, outer) => {
      const rest = outer.arguments.slice(1).map((argument) => mapExpression(argument, replace));
      return keptIfSame(outer, { ...outer, arguments: inner ? [inner, ...rest] : rest });
    }, innermost) ?? call
  );
}

/** Replaces in the parts of an expression that is itself kept. */
function mapParts(expression: ResolvedExpression, replace: Replace): ResolvedExpression {
  return mapExpression(expression, (part) => (part === expression ? undefined : replace(part)));
}

type PartsMapper<Node, Result> = (node: Node, replace: Replace) => Result;

/** The kinds of expressions that have parts. */
const PARTS: { readonly [K in ResolvedKind]?: PartsMapper<ExpressionOf<K>, ResolvedExpression> } = {
  call: mapCallChain,
  cast: (expression, replace) => ({
    ...expression,
    expression: mapExpression(expression.expression, replace),
  }),
  get_field: (expression, replace) => ({
    ...expression,
    struct: mapExpression(expression.struct, replace),
  }),
  struct: (expression, replace) => ({
    ...expression,
    fields: expression.fields.map((field) => mapExpression(field, replace)),
  }),
  array: (expression, replace) => ({
    ...expression,
    items: expression.items.map((item) => mapExpression(item, replace)),
  }),
  subquery: (expression, replace) => ({
    ...expression,
    needle: mapOptional(expression.needle, replace),
    scan: mapScan(expression.scan, replace),
  }),
};

function mapOptional(
  expression: ResolvedExpression | undefined,
  replace: Replace,
): ResolvedExpression | undefined {
  return expression && mapExpression(expression, replace);
}

/** Replaces in what is computed, grouped or ordered by. */
function mapItems<Item extends { readonly expression: ResolvedExpression }>(
  items: readonly Item[],
  replace: Replace,
): readonly Item[] {
  return items.map((item) => ({ ...item, expression: mapExpression(item.expression, replace) }));
}

/** Replaces in an aggregate call's arguments. */
export function mapAggregate<Call extends AggregateCall>(call: Call, replace: Replace): Call {
  return {
    ...call,
    arguments: call.arguments.map((argument) => mapExpression(argument, replace)),
    having: call.having && {
      ...call.having,
      expression: mapExpression(call.having.expression, replace),
    },
    orderBy: mapItems(call.orderBy, replace),
    ...(call.filter && { filter: mapExpression(call.filter, replace) }),
  };
}

/** Replaces in a window call's arguments and window. */
export function mapAnalytic(call: AnalyticCall, replace: Replace): AnalyticCall {
  const bound = ({ kind, offset }: ResolvedFrameBound): ResolvedFrameBound => ({
    kind,
    offset: mapOptional(offset, replace),
  });
  return {
    ...mapAggregate(call, replace),
    partitionBy: call.partitionBy.map((expression) => mapExpression(expression, replace)),
    windowOrderBy: mapItems(call.windowOrderBy, replace),
    frame: call.frame && {
      ...call.frame,
      start: bound(call.frame.start),
      end: bound(call.frame.end),
    },
  };
}

/** The kinds of scans that have expressions to replace. */
const EXPRESSIONS: { readonly [K in Scan['kind']]?: PartsMapper<ScanOf<K>, Scan> } = {
  array: (scan, replace) => ({
    ...scan,
    array: mapExpression(scan.array, replace),
    condition: mapOptional(scan.condition, replace),
  }),
  join: (scan, replace) => ({ ...scan, condition: mapOptional(scan.condition, replace) }),
  filter: (scan, replace) => ({ ...scan, condition: mapExpression(scan.condition, replace) }),
  project: (scan, replace) => ({ ...scan, computed: mapItems(scan.computed, replace) }),
  aggregate: (scan, replace) => ({
    ...scan,
    groups: mapItems(scan.groups, replace),
    aggregates: scan.aggregates.map(({ column, call }) => ({
      column,
      call: mapAggregate(call, replace),
    })),
  }),
  analytic: (scan, replace) => ({
    ...scan,
    functions: scan.functions.map(({ column, call }) => ({
      column,
      call: mapAnalytic(call, replace),
    })),
  }),
  order_by: (scan, replace) => ({ ...scan, items: mapItems(scan.items, replace) }),
};

/** Replaces in the expressions of a scan itself. */
export function mapOwnExpressions<Own extends Scan>(scan: Own, replace: Replace): Own {
  // The function was selected by the kind, so it accepts the scan and keeps its kind.
  const map = EXPRESSIONS[scan.kind] as unknown as PartsMapper<Own, Own> | undefined;
  return map ? map(scan, replace) : scan;
}

/** Replaces the scans that a scan reads, excluding those in the subqueries of its expressions. */
export function mapInputs(scan: Scan, map: (input: Scan) => Scan): Scan {
  switch (scan.kind) {
    case 'single_row':
    case 'table':
    case 'with_ref':
      return scan;
    case 'array':
      return { ...scan, input: scan.input && map(scan.input) };
    case 'join':
      return { ...scan, left: map(scan.left), right: map(scan.right) };
    case 'set_operation':
      return { ...scan, inputs: scan.inputs.map((input) => ({ ...input, scan: map(input.scan) })) };
    case 'with': {
      const ctes = scan.ctes.map((cte) => ({ ...cte, scan: map(cte.scan) }));
      return { ...scan, ctes, body: map(scan.body) };
    }
    default:
      return { ...scan, input: map(scan.input) };
  }
}

/** Replaces in all expressions of a scan and of those below it. */
export function mapScan(scan: Scan, replace: Replace): Scan {
  return mapOwnExpressions(
    mapInputs(scan, (input) => mapScan(input, replace)),
    replace,
  );
}
