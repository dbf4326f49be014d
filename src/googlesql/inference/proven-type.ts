import { resolveTypeName } from '../analysis/expressions/type-names.ts';
import { SqlError } from '../sql-error.ts';
import type { Cursor } from '../syntax/lexer/cursor.ts';
import { parseFieldName, parseType } from '../syntax/parser/expressions/type.ts';
import { openText } from '../syntax/parser/parser.ts';
import { printIdentifier } from '../syntax/printer/literal.ts';
import { arrayOf, structOf, type Type, typeName } from '../types.ts';

/** A type with what is proven of its values. */
export interface ProvenType {
  readonly type: Type;
  /** Whether no value is NULL. */
  readonly isRequired: boolean;
  /** Whether it is an INT64 whose values are counts, lengths and the like, which are all below 2^53. */
  readonly isSafeInteger: boolean;
  /** Of an ARRAY. */
  readonly element?: ProvenType;
  /** Of a STRUCT; the types of the fields hold where the struct is not NULL. */
  readonly fields?: readonly ProvenField[];
}

/** A field of a STRUCT; an anonymous one has the empty name. */
export interface ProvenField {
  readonly name: string;
  readonly type: ProvenType;
}

/**
 * What holds for every result column of a type: arrays are never NULL, nor their elements, except that a FLOAT64 may be
 * NaN, which all interfaces show as null.
 */
export function provenColumn(type: Type): ProvenType {
  const unproven = { type, isRequired: false, isSafeInteger: false };
  if (type.kind === 'ARRAY') {
    const element = provenColumn(type.element);
    return {
      ...unproven,
      isRequired: true,
      element: { ...element, isRequired: type.element.kind !== 'FLOAT64' },
    };
  }
  if (type.kind !== 'STRUCT') return unproven;
  const fields = type.fields.map((field) => ({ ...field, type: provenColumn(field.type) }));
  return { ...unproven, fields };
}

/** A type with `!` after what is never NULL: `ARRAY<STRUCT<id INT64!, tags ARRAY<STRING!>!>!>!`. */
export function spellType(type: ProvenType): string {
  return `${spellBase(type)}${type.isRequired ? '!' : ''}`;
}

function spellBase({ type, element, fields }: ProvenType): string {
  if (element) return `ARRAY<${spellType(element)}>`;
  if (!fields) return typeName(type);
  const texts = fields.map((field) =>
    field.name ? `${printIdentifier(field.name)} ${spellType(field.type)}` : spellType(field.type),
  );
  return `STRUCT<${texts.join(', ')}>`;
}

/**
 * Parses such a text: what it does not mark with `!` may be NULL. Throws an `SqlError` with the offset within the text.
 */
export function parseTypeSpelling(text: string): ProvenType {
  const cursor = openText(text);
  const type = parseProven(cursor);
  if (cursor.token.kind !== 'end') cursor.fail('end of input');
  return type;
}

function parseProven(cursor: Cursor): ProvenType {
  return cursor.nest(() => {
    const base = parseBase(cursor);
    return { ...base, isRequired: cursor.accept('!') };
  });
}

function parseBase(cursor: Cursor): ProvenType {
  const { at } = cursor;
  const unproven = { isRequired: false, isSafeInteger: false };
  if (cursor.accept('ARRAY')) {
    cursor.expect('<');
    const element = parseProven(cursor);
    cursor.expect('>');
    if (element.element) throw new SqlError('Arrays of arrays are not supported', at);
    return { ...unproven, type: arrayOf(element.type), element };
  }
  if (cursor.accept('STRUCT')) {
    cursor.expect('<');
    const fields = cursor.is('>') ? [] : cursor.list(parseProvenField);
    cursor.expect('>', [',', '>']);
    const plain = fields.map(({ name, type }) => ({ name, type: type.type }));
    return { ...unproven, type: structOf(plain), fields };
  }
  return { ...unproven, type: resolveTypeName(parseType(cursor)) };
}

function parseProvenField(cursor: Cursor): ProvenField {
  const name = parseFieldName(cursor)?.name ?? '';
  return { name, type: parseProven(cursor) };
}
