import type { Call, Expression } from './ast.ts';

/** A call of a function without modifiers. */
export function callOf(name: string, at: number, values: readonly Expression[] = []): Call {
  return {
    kind: 'call',
    at,
    path: [{ at, name }],
    parenthesized: true,
    star: false,
    distinct: false,
    arguments: values.map((value) => ({ at, name: undefined, value })),
    nulls: undefined,
    having: undefined,
    orderBy: [],
    limit: undefined,
    over: undefined,
  };
}
