import type { FunctionDefinition, Overload } from '../core/define.ts';

/** Defines a function in the date and time group. */
export function timeFunction(
  name: string,
  overloads: readonly Overload[],
  check?: FunctionDefinition['check'],
): FunctionDefinition {
  const definition = { name, kind: 'scalar', group: 'Date and time', overloads } as const;
  return check ? { ...definition, check } : definition;
}
