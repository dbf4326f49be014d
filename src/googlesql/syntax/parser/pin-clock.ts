import type { Call, Expression, Identifier, Parameter, Query } from '../tree/ast.ts';
import { mapExpressions } from '../tree/visit.ts';

/** The parameter that holds the current time; callers cannot reference it. */
export const CLOCK_PARAMETER = '_now';

/** How each clock function is derived from the timestamp; undefined for CURRENT_TIMESTAMP itself. */
const CONVERSIONS: ReadonlyMap<string, string | undefined> = new Map([
  ['CURRENT_TIMESTAMP', undefined],
  ['CURRENT_DATE', 'DATE'],
  ['CURRENT_DATETIME', 'DATETIME'],
  ['CURRENT_TIME', 'TIME'],
]);

/**
 * Replaces the clock functions, so that a query reads the clock once: `CURRENT_TIMESTAMP()` becomes the parameter
 * `@_now`, and the other three are computed from it. Invalid calls are kept, for the analysis to refuse.
 */
export function pinClock(query: Query): Query {
  return mapExpressions(query, (expression) =>
    expression.kind === 'call' ? pinned(expression) : expression,
  );
}

function pinned(call: Call): Expression {
  const { at, path } = call;
  const [name, ...more] = path;
  const key = name?.name.toUpperCase() ?? '';
  if (name === undefined || more.length > 0 || !CONVERSIONS.has(key) || !isPlain(call)) return call;
  const clock: Parameter = { kind: 'parameter', at, name: CLOCK_PARAMETER };
  const conversion = CONVERSIONS.get(key);
  if (conversion === undefined) return call.arguments.length === 0 ? clock : call;
  if (call.arguments.length > 1) return call;
  const converter: Identifier = { at: name.at, name: conversion };
  const now = { at, name: undefined, value: clock };
  return { ...call, path: [converter], parenthesized: true, arguments: [now, ...call.arguments] };
}

/** Whether a call has only positional arguments and no modifiers. */
function isPlain(call: Call): boolean {
  const { star, distinct, nulls, having, orderBy, limit, over } = call;
  const modifiers = [nulls, having, limit, over].some((modifier) => modifier !== undefined);
  const isNamed = call.arguments.some((argument) => argument.name !== undefined);
  return !star && !distinct && !modifiers && !isNamed && orderBy.length === 0;
}
