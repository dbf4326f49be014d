import { Kind, type ValueNode, valueFromASTUntyped } from 'graphql';
import type { Value } from '#googlesql';
import { FieldstoneError } from '../../../errors.ts';
import { SCALAR_TEXTS } from '../../../execution/arguments/scalar-texts.ts';
import type { Builder } from '../builder.ts';
import { badInput } from './bad-input.ts';

/** Adds `SafeInt` and `Int64`. */
export function addIntegers(builder: Builder): void {
  builder.scalarType('SafeInt', {
    description: 'An integer between -(2^53 - 1) and 2^53 - 1, which a JSON number holds exactly.',
    serialize: serializeSafeInt,
  });
  builder.scalarType('Int64', {
    description:
      'A 64-bit integer: a number where a JSON number holds it exactly, else a string of digits.',
    serialize: (value) => (typeof value === 'bigint' ? String(value) : value),
    parseValue: (value) => parseInt64(value),
    // A number would lose digits of the literal.
    parseLiteral: (node) =>
      parseInt64(node.kind === Kind.INT ? node.value : valueFromASTUntyped(node), node),
  });
}

/** The integer's text, as sent over REST; an empty one stays, as for `parseDateTime`. */
function parseInt64(value: unknown, node?: ValueNode): string {
  const { hint, parse } = SCALAR_TEXTS.INT64;
  if (value === '') return value;
  if (typeof value === 'string' ? parse(value) !== undefined : Number.isSafeInteger(value)) {
    return String(value);
  }
  throw badInput('Int64', value, `${hint}; one beyond 2^53 - 1 is sent as a string`, node);
}

function serializeSafeInt(value: Value): number {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value;
  throw new FieldstoneError('ENGINE_FAILED', 'SafeInt cannot represent an integer beyond 2^53 - 1');
}
