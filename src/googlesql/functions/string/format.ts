import { excerpt } from '../../excerpt.ts';
import { type ArrayType, RANGE_KINDS, type StructType, type Type } from '../../types.ts';
import { lowerText } from '../conversion/cast-lowering.ts';
import {
  type Check,
  type FunctionDefinition,
  type Lowering,
  needsArgument,
  scalarGroup,
} from '../core/define.ts';
import { duckdbFieldName } from '../core/duckdb-type.ts';
import { argumentsOf, bind, constant } from '../core/lowering.ts';
import { quoteText } from '../core/quote.ts';

/** A conversion of a format string: `%-10.2f`. */
interface Specifier {
  readonly flags: string;
  readonly width: number | undefined;
  readonly precision: number | undefined;
  readonly letter: string;
}

type FormatPart = string | Specifier;

const SPECIFIER = /%([-+ #0']*)(\d*)(?:\.(\d*))?([a-zA-Z%])/gy;

function readFormat(format: string): readonly FormatPart[] {
  const pieces: FormatPart[] = [];
  let at = 0;
  while (at < format.length) {
    const next = format.indexOf('%', at);
    if (next !== at) {
      pieces.push(format.slice(at, next < 0 ? undefined : next));
      if (next < 0) break;
    }
    SPECIFIER.lastIndex = next;
    const match = SPECIFIER.exec(format);
    if (!match) throw new Error(`Invalid FORMAT string: "${excerpt(format)}"`);
    pieces.push(match[4] === '%' ? '%' : specifier(match));
    at = SPECIFIER.lastIndex;
  }
  refuseLongOutput(pieces);
  return pieces;
}

/** The maximum output in bytes, as in `growth.sql`. */
const MAX_OUTPUT = 131_072;

/** Widths and precisions are literals, so the output is bounded before anything is allocated. */
function refuseLongOutput(pieces: readonly FormatPart[]): void {
  let length = 0;
  for (const piece of pieces) {
    if (typeof piece !== 'string') length += (piece.width ?? 0) + (piece.precision ?? 0);
  }
  if (length > MAX_OUTPUT) {
    throw new Error('Output of FORMAT exceeds max allowed output size of 128KB');
  }
}

function specifier([, flags = '', width, precision, letter = '']: RegExpExecArray): Specifier {
  return {
    flags,
    width: width ? Number(width) : undefined,
    precision: precision === undefined ? undefined : Number(precision || 0),
    letter,
  };
}

/** A conversion: the types it accepts, their name in messages, and the SQL of the text. */
interface Conversion {
  readonly kinds: readonly Type['kind'][] | undefined;
  readonly expected: string;
  readonly write: (value: string, type: Type, own: Specifier) => string;
}

const whole: Conversion = { kinds: ['INT64'], expected: 'integer', write: writeNumber };
const floating: Conversion = { kinds: ['FLOAT64'], expected: 'FLOAT64', write: writeNumber };
const coded: Conversion = { kinds: ['INT64'], expected: 'integer', write: writeCoded };

function each(letters: string, conversion: Conversion): Readonly<Record<string, Conversion>> {
  return Object.fromEntries(Array.from(letters, (letter) => [letter, conversion]));
}

const CONVERSIONS: Readonly<Record<string, Conversion>> = {
  ...each('di', whole),
  ...each('xXo', coded),
  ...each('fFeEgG', floating),
  s: {
    kinds: ['STRING'],
    expected: 'STRING',
    write: (value, _, own) => padded(cut(value, own), own),
  },
  t: { kinds: undefined, expected: '', write: writeValueText('plain') },
  T: { kinds: undefined, expected: '', write: writeValueText('literal') },
};

function writeNumber(value: string, _: Type, own: Specifier): string {
  const letter = own.letter === 'i' ? 'd' : own.letter;
  const precision = own.precision === undefined ? '' : `.${own.precision}`;
  if (own.flags.includes("'")) return grouped(value, own, letter, precision);
  // Zeros do not pad on the right of a number.
  const flags = own.flags.includes('-') ? own.flags.replaceAll('0', '') : own.flags;
  return `printf('%${flags}${own.width ?? ''}${precision}${letter}', ${value})`;
}

/** Digit grouping; only DuckDB's other formatting function supports it. */
function grouped(value: string, own: Specifier, letter: string, precision: string): string {
  if (own.flags !== "'" || !'df'.includes(letter)) throw unsupported(own);
  const digits = letter === 'f' && precision === '' ? '.6' : precision;
  return padded(`format('{:,${digits}${letter}}', ${value})`, own);
}

/** A negative number is written with a sign, not as two's complement. */
function writeCoded(value: string, _: Type, own: Specifier): string {
  if (own.flags !== '' || own.precision !== undefined) throw unsupported(own);
  const text = `CASE WHEN ${value} < 0 THEN '-' || printf('%${own.letter}', -${value}) ELSE printf('%${own.letter}', ${value}) END`;
  return padded(`(${text})`, own);
}

function writeValueText(style: TextStyle): Conversion['write'] {
  return (value, type, own) => padded(cut(valueText(value, type, style), own), own);
}

function cut(value: string, { precision }: Specifier): string {
  return precision === undefined ? value : `left(${value}, ${precision})`;
}

function padded(value: string, own: Specifier): string {
  if (own.width === undefined) return value;
  if (/[+ #0]/.test(own.flags)) throw unsupported(own);
  return `gsql_${own.flags.includes('-') ? 'pad_right' : 'pad_left'}(${value}, ${own.width})`;
}

function unsupported({ letter }: Specifier): Error {
  return new Error(`This use of %${letter} in FORMAT is not supported`);
}

/** The SQL of each piece; throws if a value does not match its conversion. */
function writePieces(
  format: string,
  values: readonly string[],
  types: readonly Type[],
): readonly string[] {
  let used = 0;
  const pieces = readFormat(format).map((piece) => {
    if (typeof piece === 'string') return quoteText(piece);
    const type = types[used];
    const value = values[used];
    used += 1;
    return value === undefined || type === undefined
      ? ''
      : writeValue(piece, value, type, used + 1, format);
  });
  if (used !== types.length) {
    const few = used > types.length ? 'few' : 'many';
    throw new Error(
      `Too ${few} arguments to FORMAT for pattern "${excerpt(format)}"; Expected ${used + 1}; Got ${types.length + 1}`,
    );
  }
  return pieces;
}

function writeValue(
  own: Specifier,
  value: string,
  type: Type,
  position: number,
  format: string,
): string {
  const conversion = CONVERSIONS[own.letter];
  if (own.letter === 'p' || own.letter === 'P') throw unsupported(own);
  if (!conversion)
    throw new Error(
      `Invalid format specifier character "${own.letter}" in FORMAT string: "${excerpt(format)}"`,
    );
  if (conversion.kinds ? !conversion.kinds.includes(type.kind) : !hasValueText(type)) {
    if (!conversion.kinds || type.kind === 'NUMERIC') throw unsupported(own);
    throw new Error(
      `Invalid type for argument ${position} to FORMAT; Expected ${conversion.expected}; Got ${type.kind}`,
    );
  }
  return conversion.write(value, type, own);
}

const check: Check = ({ literals, types }) => {
  const format = constant({ literals }, 0);
  if (typeof format !== 'string') return;
  const values = types.slice(1);
  writePieces(
    format,
    values.map(() => 'x'),
    values,
  );
};

const lowerFormat: Lowering = (call) => {
  return bind(argumentsOf(call, 1), (values) => {
    const pieces = writePieces(String(constant(call, 0)), values, call.types.slice(1));
    return pieces.length === 0 ? "''" : `(${pieces.join(' || ')})`;
  });
};

/** FORMAT of values of supported types. */
export const FORMAT_FUNCTIONS: readonly FunctionDefinition[] = [
  scalarGroup('String')('FORMAT', [['(STRING, ANY...) -> STRING', lowerFormat]], {
    check,
    needsValue: needsArgument(0),
  }),
];

/** Whether a value is written as plain text or as a literal that evaluates to it. */
type TextStyle = 'plain' | 'literal';

/** Types whose literals are their quoted text after the type's name. */
const NAMED: ReadonlySet<Type['kind']> = new Set([
  ...(['NUMERIC', 'DATE', 'DATETIME', 'TIME', 'TIMESTAMP'] as const),
  ...RANGE_KINDS,
]);

/** Whether values of a type can be written as text here. */
function hasValueText(type: Type): boolean {
  if (type.kind === 'ARRAY') return hasValueText(type.element);
  if (type.kind === 'STRUCT') return type.fields.every((field) => hasValueText(field.type));
  return type.kind !== 'INTERVAL' && type.kind !== 'BIGNUMERIC' && type.kind !== 'BYTES';
}

/** The text of a value as FORMAT's %t and %T write it; NULL is written as `NULL`. */
function valueText(value: string, type: Type, style: TextStyle, depth = 0): string {
  return `coalesce(${presentText(value, type, style, depth)}, 'NULL')`;
}

function presentText(value: string, type: Type, style: TextStyle, depth: number): string {
  if (type.kind === 'ARRAY') return arrayText(value, type, style, depth);
  if (type.kind === 'STRUCT') return structText(value, type, style, depth);
  if (type.kind === 'FLOAT64') return `gsql_format_float(${value}, ${style === 'literal'})`;
  if (type.kind === 'STRING') return style === 'literal' ? `gsql_string_literal(${value})` : value;
  if (type.kind === 'JSON') return jsonText(value, style);
  const text = lowerText(value, type);
  const isNamed = style === 'literal' && NAMED.has(type.kind);
  return isNamed ? `(${quoteText(`${type.kind} "`)} || ${text} || '"')` : text;
}

function jsonText(value: string, style: TextStyle): string {
  const text = `CAST(${value} AS VARCHAR)`;
  return style === 'literal' ? `('JSON ' || gsql_string_literal(${text}))` : text;
}

function arrayText(value: string, type: ArrayType, style: TextStyle, depth: number): string {
  const variable = `e${depth}`;
  const item = valueText(variable, type.element, style, depth + 1);
  return `('[' || array_to_string(list_transform(${value}, lambda ${variable}: ${item}), ', ') || ']')`;
}

function structText(value: string, type: StructType, style: TextStyle, depth: number): string {
  const fields = type.fields.map((field, i) =>
    valueText(
      `struct_extract(${value}, ${quoteText(duckdbFieldName(type, i))})`,
      field.type,
      style,
      depth,
    ),
  );
  // With fewer than two fields, parentheses alone would not be a struct.
  const name = style === 'literal' && fields.length < 2 ? 'STRUCT' : '';
  const inside = fields.length === 0 ? "''" : fields.join(" || ', ' || ");
  return `CASE WHEN ${value} IS NOT NULL THEN '${name}(' || ${inside} || ')' END`;
}
