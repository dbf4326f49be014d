import { Kind, type ValueNode, valueFromASTUntyped } from 'graphql';
import { mayHaveLostDigits, SCALAR_TEXTS } from '../../../execution/arguments/scalar-texts.ts';
import type { Builder } from '../builder.ts';
import { badInput } from './bad-input.ts';

/** Adds `Numeric`. */
export function addNumeric(builder: Builder): void {
  builder.scalarType('Numeric', {
    description:
      'A decimal number with all its digits, as a string: `"12.5"`. As input a string or a number; in a variable, a number of more than 15 digits is sent as a string.',
    serialize: (value) => value,
    parseValue: (value) => parseNumeric(value),
    // A number would lose digits of the literal.
    parseLiteral: (node) =>
      parseNumeric(
        node.kind === Kind.INT || node.kind === Kind.FLOAT ? node.value : valueFromASTUntyped(node),
        node,
      ),
  });
}

/**
 * The number as it was written, since only its parameter says how many digits it has; an empty text stays, as for
 * `parseDateTime`.
 */
function parseNumeric(value: unknown, node?: ValueNode): string {
  const isExact = typeof value === 'number' && !mayHaveLostDigits(value);
  const text = typeof value === 'string' || isExact ? String(value) : undefined;
  if (text === '') return text;
  const { hint, parse } = SCALAR_TEXTS.BIGNUMERIC;
  if (text === undefined || parse(text) === undefined) {
    throw badInput(
      'Numeric',
      value,
      `${hint}; one of more than 15 digits is sent as a string`,
      node,
    );
  }
  return text;
}
