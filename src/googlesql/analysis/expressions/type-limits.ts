import { SqlError } from '../../sql-error.ts';
import type { TypeName } from '../../syntax/tree/ast.ts';

/** The limit of a parameterized type: the function that enforces it, and its parameters. */
export interface TypeLimit {
  readonly function: '$limit_text' | '$limit_numeric';
  readonly numbers: readonly bigint[];
}

/** The limit of `STRING(5)`, `BYTES(5)` or `NUMERIC(10, 2)`; undefined for a type without one. */
export function typeLimit(node: TypeName): TypeLimit | undefined {
  if (node.kind !== 'scalar' || node.parameters.length === 0) return undefined;
  const numbers = node.parameters.map((text) => (/^\d{1,9}$/.test(text) ? BigInt(text) : -1n));
  if (node.name === 'NUMERIC') return numericLimit(node, numbers);
  if (node.name !== 'STRING' && node.name !== 'BYTES') {
    refuse(`${node.name} does not support type parameters`, node);
  }
  const [length = 0n, ...more] = numbers;
  if (more.length > 0) refuse(`${node.name} type can only have one parameter`, node);
  if (length < 1n) refuse(`${node.name} length must be greater than 0`, node);
  return { function: '$limit_text', numbers };
}

function numericLimit(node: TypeName, numbers: readonly bigint[]): TypeLimit {
  const [precision = 0n, scale = 0n, ...more] = numbers;
  if (more.length > 0) refuse('NUMERIC type can only have 1 or 2 parameters', node);
  if (scale < 0n || scale > 9n) refuse('In NUMERIC(P, S), S must be between 0 and 9', node);
  const least = scale > 1n ? scale : 1n;
  if (precision < least || precision > scale + 29n) {
    const type = numbers.length > 1 ? `NUMERIC(P, ${scale})` : 'NUMERIC(P)';
    refuse(`In ${type}, P must be between ${least} and ${scale + 29n}`, node);
  }
  return { function: '$limit_numeric', numbers: [precision, scale] };
}

function refuse(message: string, { at }: TypeName): never {
  throw new SqlError(message, at);
}
