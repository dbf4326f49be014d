import { excerpt } from '../../../excerpt.ts';
import { RANGE_ELEMENTS, type RangeKind, SCALAR_KINDS } from '../../../types.ts';
import type { Cursor } from '../../lexer/cursor.ts';
import type { Identifier, StructTypeField, TypeName } from '../../tree/ast.ts';

/** Type names, including BigQuery's aliases. */
const SCALARS: ReadonlyMap<string, string> = new Map([
  ...SCALAR_KINDS.map((kind): [string, string] => [kind, kind]),
  ...['INT', 'SMALLINT', 'INTEGER', 'BIGINT', 'TINYINT', 'BYTEINT'].map(
    (alias): [string, string] => [alias, 'INT64'],
  ),
  ['BOOLEAN', 'BOOL'],
  ['DECIMAL', 'NUMERIC'],
  ['BIGDECIMAL', 'BIGNUMERIC'],
]);

/** Reserved words that start a type. */
const TYPE_KEYWORDS = new Set(['ARRAY', 'STRUCT', 'INTERVAL', 'RANGE']);

/** Parses a type name with its parameters. */
export function parseType(cursor: Cursor): TypeName {
  return cursor.nest(() => {
    const type = parseRawType(cursor);
    if (cursor.is('COLLATE')) cursor.refuse('Type with collation name is not supported in cast');
    return type;
  });
}

function parseRawType(cursor: Cursor): TypeName {
  const { at } = cursor;
  if (cursor.accept('ARRAY')) {
    cursor.expect('<');
    const element = parseType(cursor);
    cursor.expect('>');
    return { kind: 'array_type', at, element };
  }
  if (cursor.accept('STRUCT')) {
    cursor.expect('<');
    const fields = cursor.is('>') ? [] : cursor.list(parseField);
    cursor.expect('>', [',', '>']);
    return { kind: 'struct_type', at, fields };
  }
  return parseScalar(cursor);
}

function parseField(cursor: Cursor): StructTypeField {
  const name = parseFieldName(cursor);
  return { name, type: parseType(cursor) };
}

/** Parses the name of a struct field, which is present only if a type follows it. */
export function parseFieldName(cursor: Cursor): Identifier | undefined {
  const following = cursor.ahead(1);
  const startsType = cursor.isIdentifier(following) || TYPE_KEYWORDS.has(following.key);
  return cursor.isIdentifier() && startsType ? cursor.identifier() : undefined;
}

function parseScalar(cursor: Cursor): TypeName {
  const { at } = cursor;
  const name = parseName(cursor);
  const canonical = SCALARS.get(name.toUpperCase());
  if (canonical === undefined) cursor.defer(`Type not found: ${excerpt(name)}`, at);
  const parameters = cursor.accept('(') ? parseParameters(cursor) : [];
  return { kind: 'scalar', at, name: canonical ?? name, parameters };
}

function parseName(cursor: Cursor): string {
  if (cursor.accept('INTERVAL')) return 'INTERVAL';
  if (cursor.is('RANGE')) return parseRangeType(cursor);
  const names = [cursor.identifier().name];
  while (cursor.accept('.')) names.push(cursor.identifier().name);
  return names.join('.');
}

/** Parses `RANGE<T>`. */
export function parseRangeType(cursor: Cursor): RangeKind {
  cursor.expect('RANGE');
  cursor.expect('<');
  const { at } = cursor;
  const name = parseName(cursor).toUpperCase();
  cursor.expect('>');
  const element = RANGE_ELEMENTS.find((own) => own === name);
  return element
    ? `RANGE<${element}>`
    : cursor.refuse(`Unsupported type: RANGE<${excerpt(name)}> is not supported`, at);
}

function parseParameters(cursor: Cursor): string[] {
  const parameters = [parseParameter(cursor)];
  while (cursor.is(',')) {
    const { at } = cursor.next();
    if (cursor.is(')')) {
      cursor.refuse('Syntax error: Trailing comma in type parameter list is not allowed.', at);
    }
    parameters.push(parseParameter(cursor));
  }
  cursor.expect(')', [')', ',']);
  return parameters;
}

const PARAMETER_KINDS = new Set(['integer', 'float', 'string', 'bytes']);

function parseParameter(cursor: Cursor): string {
  const { at, end, kind, key } = cursor.token;
  const isWord = key === 'MAX' || key === 'TRUE' || key === 'FALSE';
  if (!PARAMETER_KINDS.has(kind) && !isWord) cursor.fail();
  cursor.next();
  if (kind !== 'integer') cursor.defer('Type parameters must be integers', at);
  return cursor.text.slice(at, end);
}
