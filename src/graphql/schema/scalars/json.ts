import { type ValueNode, valueFromASTUntyped } from 'graphql';
import { formatIsoTimestamp } from '../../../endpoint/iso-timestamp.ts';
import type { Builder } from '../builder.ts';

/** Adds `JSON`. */
export function addJson(builder: Builder): void {
  builder.scalarType('JSON', {
    description: 'Any JSON value.',
    specifiedByURL: 'https://www.rfc-editor.org/rfc/rfc8259',
    serialize: (value) => value,
    parseValue: (value) => value,
    parseLiteral: (node: ValueNode, variables) => asJson(valueFromASTUntyped(node, variables)),
  });
}

/** The value with the text of each moment: a literal may hold variables of type `DateTime`, which are microseconds. */
function asJson(value: unknown): unknown {
  const spell = (_: string, part: unknown) =>
    typeof part === 'bigint' ? formatIsoTimestamp(part) : part;
  const text: string | undefined = JSON.stringify(value, spell);
  return text === undefined ? undefined : JSON.parse(text);
}
