import { BRANCHING, ERROR_CATCHING } from '../../functions/conversion/conditional.ts';
import { findStoredFunction } from '../../functions/core/catalogue.ts';
import type { Check, CheckedCall } from '../../functions/core/define.ts';
import type { LiteralValue } from '../../value.ts';
import type {
  AggregateCall,
  FunctionCall,
  ResolvedExpression,
  ResolvedParameter,
  ResolvedStatement,
  Scan,
} from '../resolved/resolved.ts';
import { everyScan, expressionParts, expressionsOf } from '../resolved/traverse.ts';
import { constantValue, isValued, parametersOf } from './constant-value.ts';

/** A place of a parameter in a statement that does not accept every value of the parameter's type. */
export type ParameterPlace = {
  /** In lower case. */
  readonly parameter: string;
} & (
  | {
      /** LIMIT, OFFSET or the bound of a window: neither negative nor NULL. */
      readonly kind: 'count';
    }
  | {
      /** A regular expression of RE2. */
      readonly kind: 'pattern';
    }
  | {
      /** An argument that the function checks where it is a literal: a time zone, a number of buckets. */
      readonly kind: 'argument';
      /** Why the function refuses a value, as a sentence; undefined if it accepts it. */
      readonly fault: (value: LiteralValue) => string | undefined;
    }
);

/**
 * The places of a statement's parameters whose values can be checked before the statement runs.
 *
 * Without those that may not be evaluated: behind a condition (`IF(@zone = '', …)`), or where errors become NULL.
 */
export function parameterPlaces({ scan: root }: ResolvedStatement): readonly ParameterPlace[] {
  const places: ParameterPlace[] = [];
  const pending = [root];
  for (let next = pending.pop(); next; next = pending.pop()) {
    for (const scan of everyScan(next)) {
      places.push(...countPlaces(scan), ...callsOf(scan).flatMap(callPlaces));
      for (const expression of evaluated(expressionsOf(scan))) {
        if (expression.kind === 'call') places.push(...callPlaces(expression));
        if (expression.kind === 'subquery') pending.push(expression.scan);
      }
    }
  }
  return places;
}

type CheckedPart = Pick<FunctionCall, 'function' | 'arguments' | 'safe'> & {
  readonly part?: string | undefined;
};

function callsOf(scan: Scan): readonly AggregateCall[] {
  if (scan.kind === 'aggregate') return scan.aggregates.map(({ call }) => call);
  return scan.kind === 'analytic' ? scan.functions.map(({ call }) => call) : [];
}

function countPlaces(scan: Scan): readonly ParameterPlace[] {
  const counts = callsOf(scan).map(({ limit }) => limit);
  if (scan.kind === 'limit') counts.push(scan.limit, scan.offset);
  if (scan.kind === 'analytic') {
    const frames = scan.functions.map(({ call }) => call.frame);
    counts.push(...frames.flatMap((frame) => [frame?.start.offset, frame?.end.offset]));
  }
  return counts.flatMap((count) =>
    count?.kind === 'parameter' ? { parameter: count.name, kind: 'count' } : [],
  );
}

/** The expressions, and their parts, that are evaluated wherever a row is. */
function* evaluated(expressions: readonly ResolvedExpression[]): Generator<ResolvedExpression> {
  const pending = [...expressions];
  for (let next = pending.pop(); next; next = pending.pop()) {
    yield next;
    pending.push(...evaluatedParts(next));
  }
}

function evaluatedParts(expression: ResolvedExpression): readonly ResolvedExpression[] {
  if (expression.kind === 'cast' && expression.safe) return [];
  const parts = expressionParts(expression);
  if (expression.kind !== 'call') return parts;
  const { name } = expression.function;
  if (expression.safe || ERROR_CATCHING.has(name)) return [];
  return BRANCHING.has(name) ? parts.slice(0, 1) : parts;
}

function callPlaces(call: CheckedPart): readonly ParameterPlace[] {
  if (call.safe) return [];
  return call.arguments.flatMap((argument, index) =>
    argument.kind === 'parameter'
      ? argumentPlaces(call, argument, index)
      : defaultedPlaces(call, argument, index),
  );
}

/** The place of the only parameter of an argument such as `COALESCE(@format, '%F')`. */
function defaultedPlaces(
  call: CheckedPart,
  argument: ResolvedExpression,
  index: number,
): readonly ParameterPlace[] {
  if (argument.kind === 'literal' || !isValued(argument)) return [];
  const [parameter, ...others] = parametersOf(argument);
  const fault = faultOf(call, index);
  if (parameter === undefined || others.length > 0 || !fault) return [];
  const faultWith = (value: LiteralValue) =>
    fault(constantValue(argument, new Map([[parameter, value]])));
  return [{ parameter, kind: 'argument', fault: faultWith }];
}

function argumentPlaces(
  call: CheckedPart,
  { name: parameter, type }: ResolvedParameter,
  index: number,
): readonly ParameterPlace[] {
  const { name } = call.function;
  const isPattern = index === 1 && type.kind === 'STRING' && name.startsWith('REGEXP_');
  const fault = faultOf(call, index);
  return [
    ...(isPattern ? [{ parameter, kind: 'pattern' } as const] : []),
    ...(fault ? [{ parameter, kind: 'argument', fault } as const] : []),
  ];
}

/** Checks a value as the literal that it would be in the place of a parameter; undefined if literals are not checked. */
function faultOf(
  call: CheckedPart,
  index: number,
): ((value: LiteralValue) => string | undefined) | undefined {
  const check = findStoredFunction(call.function.name)?.check;
  if (!check) return undefined;
  const checked = checkedCall(call);
  const { literals } = checked;
  if (!reads(literals, index, (watched) => check({ ...checked, literals: watched }))) {
    return undefined;
  }
  return (value) => faultIn(check, { ...checked, literals: literals.with(index, value) });
}

/** Why a function refuses the literals among the arguments of a call; undefined if it accepts them. */
export function literalFault(call: CheckedPart): string | undefined {
  const check = findStoredFunction(call.function.name)?.check;
  return check && faultIn(check, checkedCall(call));
}

function checkedCall({ arguments: args, function: { name }, part }: CheckedPart): CheckedCall {
  return {
    name,
    types: args.map(({ type }) => type),
    literals: args.map((argument) => (argument.kind === 'literal' ? argument.value : undefined)),
    constants: args.map(({ kind }) => kind === 'literal' || kind === 'parameter'),
    part,
  };
}

function faultIn(check: Check, call: CheckedCall): string | undefined {
  try {
    check(call);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

type Literals = CheckedCall['literals'];

/** Whether a function reads an element: most checks are of types alone. */
function reads(literals: Literals, index: number, use: (watched: Literals) => void): boolean {
  let isRead = false;
  const get = (target: Literals, key: string | symbol) => {
    isRead ||= key === String(index);
    return Reflect.get(target, key);
  };
  use(new Proxy(literals, { get }));
  return isRead;
}
