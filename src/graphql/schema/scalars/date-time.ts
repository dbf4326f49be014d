import { type ValueNode, valueFromASTUntyped } from 'graphql';
import type { Value } from '#googlesql';
import {
  formatDateTime,
  ISO_TIMESTAMP_HINT,
  parseIsoTimestamp,
} from '../../../endpoint/iso-timestamp.ts';
import type { Builder } from '../builder.ts';
import { badInput } from './bad-input.ts';

/** Adds `DateTime`. */
export function addDateTime(builder: Builder): void {
  builder.scalarType('DateTime', {
    description:
      'A moment in UTC with microseconds: `2026-07-01T10:00:00.123456Z`. As input any ISO 8601 timestamp with at most six fractional digits, with or without an offset (then UTC), or a date alone.',
    specifiedByURL: 'https://www.rfc-editor.org/rfc/rfc3339',
    serialize: (value: Value) => formatDateTime(value as bigint | number | string),
    parseValue: (value) => parseDateTime(value),
    parseLiteral: (node) => parseDateTime(valueFromASTUntyped(node), node),
  });
}

/** A moment's microseconds. An empty text stays one: whether it counts as absent is its parameter's to say. */
function parseDateTime(value: unknown, node?: ValueNode): bigint | '' {
  if (value === '') return value;
  const micros = typeof value === 'string' ? parseIsoTimestamp(value) : undefined;
  if (micros === undefined) throw badInput('DateTime', value, ISO_TIMESTAMP_HINT, node);
  return micros;
}
