import { callExpression } from '../../analysis/names/fields.ts';
import { mayFail } from '../../analysis/properties/may-raise.ts';
import { columnRef, filtered, literal, withComputed } from '../../analysis/resolved/build.ts';
import { mapExpression, mapOwnExpressions, mapScan } from '../../analysis/resolved/map-tree.ts';
import type {
  Column,
  Computed,
  FunctionCall,
  ResolvedExpression,
  ResolvedSubquery,
  Scan,
} from '../../analysis/resolved/resolved.ts';
import { everyExpression, expressionsOf, inputsOf } from '../../analysis/resolved/traverse.ts';
import { BRANCHING, ERROR_CATCHING } from '../../functions/conversion/conditional.ts';
import { arrayOf, SCALARS } from '../../types.ts';
import { isNull, onlyItem, valueIf } from '../expressions/generated-calls.ts';
import { isListable } from '../lists/shape.ts';
import type { Printer } from '../queries/printer.ts';
import { catchErrors, ONE_ROW } from './caught-errors.ts';

/**
 * Rewrites subqueries in conditional branches and in functions that catch errors.
 *
 * DuckDB evaluates a subquery for every row, including rows whose CASE takes another branch. Its expressions that may
 * raise are therefore guarded by the branch's condition, which is computed below as a column, so that the subquery is
 * not repeated for every value that the condition reads. TRY allows no subqueries: they are computed below.
 */
export function rewriteConditionals(printer: Printer, scan: Scan): Scan {
  if (!REWRITTEN.has(scan.kind) || !expressionsOf(scan).some(hasConditional)) return scan;
  if (scan.kind === 'join' || scan.kind === 'array') {
    const { condition } = scan;
    const isInner = scan.kind === 'join' ? scan.type === 'INNER' : !scan.outer;
    if (condition && isInner && hasConditional(condition)) {
      return rewriteConditionals(printer, filtered({ ...scan, condition: undefined }, condition));
    }
    if (scan.kind === 'join') return scan;
  }
  const rewriter = new Rewriter(printer);
  const isBelow = (expression: ResolvedExpression) =>
    scan.kind !== 'array' || expression === scan.array;
  const rewritten = mapOwnExpressions(scan, (expression) =>
    isBelow(expression) ? rewriter.rewrite(expression, undefined) : expression,
  );
  const [input = ONE_ROW] = inputsOf(scan);
  return { ...rewritten, input: withComputed(input, rewriter.computed) } as Scan;
}

/** The kinds of scans whose expressions are rewritten; those of the others are computed below first. */
const REWRITTEN: ReadonlySet<Scan['kind']> = new Set([
  ...(['array', 'filter', 'join', 'order_by', 'project'] as const),
]);

function hasConditional(root: ResolvedExpression): boolean {
  return everyExpression([root], 'own').some((expression) => {
    if (expression.kind !== 'call') return false;
    const { name } = expression.function;
    return (BRANCHING.has(name) || ERROR_CATCHING.has(name)) && remainsIn(expression);
  });
}

function remainsIn(root: ResolvedExpression): boolean {
  return everyExpression([root], 'own').some(remainsSubquery);
}

/** Whether an expression remains a subquery; those over arrays become list functions, evaluated in place. */
function remainsSubquery(expression: ResolvedExpression): expression is ResolvedSubquery {
  return expression.kind === 'subquery' && !isListable(expression.scan);
}

class Rewriter {
  readonly computed: Computed[] = [];
  readonly #printer: Printer;

  constructor(printer: Printer) {
    this.#printer = printer;
  }

  /** The expression, evaluated only where the guard holds. */
  rewrite(root: ResolvedExpression, guard: ResolvedExpression | undefined): ResolvedExpression {
    return mapExpression(root, (expression) => {
      if (expression.kind === 'call' && ERROR_CATCHING.has(expression.function.name)) {
        return this.#rewriteCatching(expression);
      }
      if (expression.kind === 'call' && BRANCHING.has(expression.function.name)) {
        return remainsIn(expression) ? this.#rewriteBranches(expression, guard) : undefined;
      }
      return expression.kind === 'subquery' ? this.#rewriteSubquery(expression, guard) : undefined;
    });
  }

  /** A subquery's own conditionals are rewritten where its scans are printed: they read columns that are not known here. */
  #rewriteSubquery(
    subquery: ResolvedSubquery,
    guard: ResolvedExpression | undefined,
  ): ResolvedSubquery {
    const { needle } = subquery;
    const own = needle ? { ...subquery, needle: this.rewrite(needle, guard) } : subquery;
    if (!guard || !remainsSubquery(own) || !mayFail(own)) return own;
    return guarded(own, columnRef(this.#name(guard)));
  }

  #rewriteBranches(call: FunctionCall, guard: ResolvedExpression | undefined): FunctionCall {
    const args: ResolvedExpression[] = [];
    for (const [i, argument] of call.arguments.entries()) {
      const own = remainsIn(argument) ? branchCondition(call, i) : undefined;
      const both = own && guard ? valueIf(guard, own) : (own ?? guard);
      args.push(this.rewrite(argument, both));
    }
    return { ...call, arguments: args };
  }

  /** IFERROR and similar functions, with their subqueries as columns, which raise no errors. */
  #rewriteCatching(call: FunctionCall): FunctionCall | undefined {
    if (!remainsIn(call)) return undefined;
    const args = call.arguments.map((argument) =>
      mapExpression(argument, (expression): ResolvedExpression | undefined => {
        if (!remainsSubquery(expression)) return undefined;
        const { value, rows } = withoutSecondRow(expression);
        if (!mayFail(rows)) return value(columnRef(this.#name(rows)));
        const { subquery, failures } = catchErrors(this.#printer, rows, call.function.name);
        const caught = value(columnRef(this.#name(subquery)));
        const flags = failures.map((failure) => columnRef(this.#name(failure)));
        return flags.reduce<ResolvedExpression>(
          (inner, flag) => callExpression('$unless_failed', [flag, inner], 0),
          caught,
        );
      }),
    );
    return { ...call, arguments: args };
  }

  #name(expression: ResolvedExpression): Column {
    const column = this.#printer.column(expression.type);
    this.computed.push({ column, expression });
    return column;
  }
}

/** The condition under which an argument is evaluated; undefined if always. */
function branchCondition(call: FunctionCall, index: number): ResolvedExpression | undefined {
  const { name } = call.function;
  const before = call.arguments.slice(0, index);
  if (before.length === 0) return undefined;
  if (name === 'COALESCE' || name === 'IFNULL') {
    return isNull({ ...call, arguments: [...before, literal(call.type, null)] });
  }
  const offset = name === '$case_with_value' ? 1 : 0;
  const isElse = name !== 'IF' && index === call.arguments.length - 1;
  const isValue = name === 'IF' || isElse || (index - offset) % 2 === 1;
  if (!isValue) return undefined;
  const choice = call.arguments.map((argument, i) => {
    const isChosen = name === 'IF' ? i > 0 : i >= offset && (i - offset) % 2 === 1;
    const isLast = i === call.arguments.length - 1 && (i - offset) % 2 === 0 && name !== 'IF';
    return isChosen || isLast ? literal(SCALARS.BOOL, i === index) : argument;
  });
  return { ...call, type: SCALARS.BOOL, arguments: choice };
}

/** A subquery that raises no error where the guard does not hold. */
function guarded(subquery: ResolvedSubquery, guard: ResolvedExpression): ResolvedSubquery {
  const scan = mapScan(subquery.scan, (expression) =>
    mayFail(expression) ? valueIf(guard, expression) : undefined,
  );
  return { ...subquery, scan: subquery.modifier === 'SCALAR' ? filtered(scan, guard) : scan };
}

/** A scalar subquery as the array of at most two of its rows, and the expression that makes its value from that. */
function withoutSecondRow(subquery: ResolvedSubquery): {
  readonly rows: ResolvedSubquery;
  readonly value: (rows: ResolvedExpression) => ResolvedExpression;
} {
  if (subquery.modifier !== 'SCALAR') return { rows: subquery, value: (rows) => rows };
  const { scan, type } = subquery;
  const limit = literal(SCALARS.INT64, 2n);
  const { columns } = scan;
  const two: Scan = { kind: 'limit', input: scan, limit, offset: undefined, columns };
  const rows: ResolvedSubquery = {
    ...subquery,
    ...{ modifier: 'ARRAY', type: arrayOf(type), scan: two },
  };
  return { rows, value: (list) => onlyItem(list, type) };
}
