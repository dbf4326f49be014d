import { GraphQLError, Kind, type ValueNode, valueFromASTUntyped } from 'graphql';
import { jsonExcerpt, type Value } from '#googlesql';
import {
  formatIsoTimestamp,
  ISO_TIMESTAMP_HINT,
  parseIsoTimestamp,
} from '../../endpoint/iso-timestamp.ts';
import { FieldstoneError } from '../../errors.ts';
import type { Builder } from './builder.ts';

/** Adds the scalars that are not built in. */
export function addScalars(builder: Builder): void {
  builder.scalarType('DateTime', {
    description:
      'A moment in UTC with microseconds: `2026-07-01T10:00:00.123456Z`. As input any ISO 8601 timestamp with at most six fractional digits, with or without an offset (then UTC), or a date alone.',
    specifiedByURL: 'https://www.rfc-editor.org/rfc/rfc3339',
    serialize: serializeDateTime,
    parseValue: (value) => parseDateTime(value),
    parseLiteral: (node) => parseDateTime(valueFromASTUntyped(node), node),
  });
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

/** TIMESTAMP values are microseconds; DATETIME values are text without a zone, read as UTC. */
function serializeDateTime(value: Value): string {
  if (typeof value === 'number' || typeof value === 'bigint') return formatIsoTimestamp(value);
  const [seconds, fraction = ''] = String(value).split('.');
  return `${seconds}.${fraction.padEnd(6, '0')}Z`;
}

/** A moment's microseconds. An empty text stays one: whether it counts as absent is its parameter's to say. */
function parseDateTime(value: unknown, node?: ValueNode): bigint | '' {
  if (value === '') return value;
  const micros = typeof value === 'string' ? parseIsoTimestamp(value) : undefined;
  if (micros === undefined) throw badInput('DateTime', value, ISO_TIMESTAMP_HINT, node);
  return micros;
}

/** The integer's text, as sent over REST; an empty one stays, as for `parseDateTime`. */
function parseInt64(value: unknown, node?: ValueNode): string {
  if (typeof value === 'string' ? /^(?:[+-]?\d+)?$/.test(value) : Number.isSafeInteger(value)) {
    return String(value);
  }
  throw badInput('Int64', value, 'a 64-bit integer; one beyond 2^53 - 1 is sent as a string', node);
}

function badInput(scalar: string, value: unknown, hint: string, node?: ValueNode): GraphQLError {
  return new GraphQLError(`${scalar} cannot be ${jsonExcerpt(value)}: it must be ${hint}`, {
    ...(node && { nodes: node }),
    extensions: { code: 'BAD_USER_INPUT' },
  });
}

function serializeSafeInt(value: Value): number {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value;
  throw new FieldstoneError('ENGINE_FAILED', 'SafeInt cannot represent an integer beyond 2^53 - 1');
}
