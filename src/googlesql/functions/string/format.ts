import { excerpt } from '../../excerpt.ts';
import { type ArrayType, RANGE_KINDS, SCALARS, type StructType, type Type } from '../../types.ts';
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
import { castAs, fieldOf, join, NULL, type Sql, sql, textOf, variable } from '../core/sql.ts';

/** A conversion of a format string: `%-10.2f`. A width or precision of `*` is an argument of its own. */
interface Specifier {
  readonly flags: string;
  readonly width: string;
  readonly precision: string | undefined;
  readonly letter: string;
}

type FormatPart = string | Specifier;

/** A specifier, or text up to the next one. */
const PART = /%([-+ #0']*)(\*|\d*)(?:\.(\*|\d*))?([^\n])|[^%]+|%/gu;

function readFormat(format: string): readonly FormatPart[] {
  const parts = Array.from(format.matchAll(PART), (match): FormatPart => {
    const [text, flags = '', width = '', precision, letter] = match;
    if (text === '%' || (letter === '%' && text !== '%%'))
      throw new Error(`Invalid FORMAT string: "${excerpt(format)}"`);
    if (letter === undefined || letter === '%') return text.replace('%%', '%');
    return { flags, width, precision, letter };
  });
  refuseLongOutput(parts);
  return parts;
}

/** The maximum output in bytes, as in `growth.sql`, and the maximum precision of floating point. */
const MAX_OUTPUT = 131_072;
const MAX_PRECISION = 1074;

/** Bounds the output by the widths and precisions that are in the format, before anything is allocated. */
function refuseLongOutput(pieces: readonly FormatPart[]): void {
  let length = 0;
  for (const piece of pieces) {
    if (typeof piece === 'string') continue;
    const precision = Number(piece.precision) || 0;
    if (/[ef]/i.test(piece.letter) && precision > MAX_PRECISION)
      throw new Error(`Precision value is too big${MAX_PRECISION}`);
    length += (Number(piece.width) || 0) + (/g/i.test(piece.letter) ? 0 : precision);
  }
  if (length > MAX_OUTPUT) {
    throw new Error('Output of FORMAT exceeds max allowed output size of 128KB');
  }
}

/** An argument behind the format. */
interface Value {
  readonly sql: Sql;
  readonly type: Type;
}

/** A conversion: the types it accepts, their name in messages, and the SQL of the text. */
interface Conversion {
  readonly kinds?: readonly Type['kind'][];
  readonly expected: string;
  /** `sizes` are the SQL of the arguments that `*` stands for. */
  readonly write: (value: Value, own: Specifier, sizes: readonly Sql[]) => Sql;
}

const whole: Conversion = { kinds: ['INT64'], expected: 'integer', write: writeNumber };
const real: Conversion = {
  kinds: ['FLOAT64', 'NUMERIC', 'BIGNUMERIC'],
  expected: 'FLOAT64',
  write: writeNumber,
};

function each(letters: string, conversion: Conversion): Readonly<Record<string, Conversion>> {
  return Object.fromEntries(Array.from(letters, (letter) => [letter, conversion]));
}

const CONVERSIONS: Readonly<Record<string, Conversion>> = {
  ...each('dixXo', whole),
  ...each('fFeEgG', real),
  u: { kinds: [], expected: 'UINT', write: writeNumber },
  s: {
    kinds: ['STRING'],
    expected: 'STRING',
    write: (value, own, sizes) => sized(value.sql, own, sizes),
  },
  ...each('pP', {
    kinds: ['JSON'],
    expected: 'PROTO or JSON',
    write: (value, own, sizes) => sized(castAs(value.sql, 'VARCHAR'), own, sizes),
  }),
  t: { expected: '', write: writeValueText('plain') },
  T: { expected: '', write: writeValueText('literal') },
};

/** What DuckDB's printf writes as GoogleSQL does. */
const NATIVE = /^%(?:-(?!0)|\+)?\d*(?:d|(?:\.(?:[1-9]|1\d))?[feEgG])$/;

function writeNumber({ sql: value, type }: Value, own: Specifier, sizes: readonly Sql[]): Sql {
  const { flags, width, precision, letter } = own;
  const specifier = `%${flags}${width}${precision === undefined ? '' : `.${precision}`}${letter}`;
  const [first = NULL, ...others] = specifier.split('*').map((part) => textOf(part));
  const mosts = [
    width === '*' ? [MAX_OUTPUT] : [],
    /[ef]/i.test(letter) ? MAX_PRECISION : MAX_OUTPUT,
  ].flat();
  const rest = others.map((part, i) => sql`gsql_format_size(${sizes[i]}, ${mosts[i]}) || ${part}`);
  const text = join(' || ', [first, ...rest]);
  const [, scale] = /^%\.(\d)f$/.exec(specifier) ?? [];
  if (type.kind === 'NUMERIC' && scale)
    return sql`gsql_format_decimal(${value}, CAST(${value} AS DECIMAL(38, ${scale})))`;
  if (/NUMERIC$/.test(type.kind) || !NATIVE.test(specifier))
    return sql`gsql_format_number(${lowerText(value, type)}, ${text}, ${quoteText(type.kind)})`;
  return type.kind === 'INT64'
    ? sql`printf(${text}, ${value})`
    : sql`gsql_format_double(${value}, ${text})`;
}

function writeValueText(style: TextStyle): Conversion['write'] {
  return (value, own, sizes) => sized(valueText(value.sql, value.type, style), own, sizes);
}

/** A text cut to the precision and filled to the width. */
function sized(text: Sql, { flags, width, precision }: Specifier, sizes: readonly Sql[]): Sql {
  if (width === '' && precision === undefined) return text;
  const columns = width === '*' ? sizes[0] : width || '0';
  const letters = precision === '*' ? sizes.at(-1) : (precision ?? '-1');
  const side = flags.includes('-') ? sql`-abs(${columns})` : columns;
  return sql`gsql_format_text(${text}, ${side}, ${letters || '0'})`;
}

/** The SQL of each piece; throws if a value does not match its conversion. */
function writePieces(format: string, values: readonly Value[]): readonly Sql[] {
  let used = 0;
  const pieces = readFormat(format).map((piece) => {
    if (typeof piece === 'string') return textOf(piece);
    const stars = [piece.width, piece.precision].filter((size) => size === '*').length;
    const [value, ...sizes] = values.slice(used, used + stars + 1).reverse();
    used += stars + 1;
    if (!value || used > values.length) return NULL;
    sizes.forEach(({ type }, i) => {
      if (type.kind !== 'INT64') throw wrongType(used - i, 'integer', type);
    });
    return writeValue(piece, value, sizes.map((size) => size.sql).reverse(), used + 1, format);
  });
  if (used !== values.length) {
    const few = used > values.length ? 'few' : 'many';
    throw new Error(
      `Too ${few} arguments to FORMAT for pattern "${excerpt(format)}"; Expected ${used + 1}; Got ${values.length + 1}`,
    );
  }
  return pieces;
}

function writeValue(
  own: Specifier,
  value: Value,
  sizes: readonly Sql[],
  position: number,
  format: string,
): Sql {
  const conversion = CONVERSIONS[own.letter];
  if (!conversion)
    throw new Error(
      `Invalid format specifier character "${own.letter}" in FORMAT string: "${excerpt(format)}"`,
    );
  const { type } = value;
  if (conversion.kinds?.includes(type.kind) === false)
    throw wrongType(position, conversion.expected, type);
  // DuckDB breaks lines of JSON elsewhere.
  if (own.letter === 'P') throw new Error(`This use of %${own.letter} in FORMAT is not supported`);
  return conversion.write(value, own, sizes);
}

function wrongType(position: number, expected: string, { kind }: Type): Error {
  return new Error(
    `Invalid type for argument ${position} to FORMAT; Expected ${expected}; Got ${kind}`,
  );
}

const check: Check = ({ literals, types }) => {
  const format = constant({ literals }, 0);
  if (typeof format !== 'string') return;
  writePieces(
    format,
    types.slice(1).map((type) => ({ sql: NULL, type: withoutParts(type) })),
  );
};

/** A type of the same kind whose values are as short as can be; the parts of a long one may be many. */
function withoutParts(type: Type): Type {
  if (type.kind === 'STRUCT') return { ...type, fields: [] };
  return type.kind === 'ARRAY' ? { ...type, element: SCALARS.INT64 } : type;
}

const lowerFormat: Lowering = (call) => {
  return bind(argumentsOf(call, 1), (names) => {
    const values = names.map((name, i) => ({
      sql: name,
      type: call.types[i + 1] ?? SCALARS.STRING,
    }));
    const pieces = writePieces(String(constant(call, 0)), values);
    return pieces.length === 0 ? textOf('') : sql`(${join(' || ', pieces)})`;
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
  ...(['NUMERIC', 'BIGNUMERIC', 'DATE', 'DATETIME', 'TIME', 'TIMESTAMP'] as const),
  ...RANGE_KINDS,
]);

/** The text of a value as FORMAT's %t and %T write it; NULL is written as `NULL`. */
function valueText(value: Sql, type: Type, style: TextStyle, depth = 0): Sql {
  return sql`coalesce(${presentText(value, type, style, depth)}, 'NULL')`;
}

function presentText(value: Sql, type: Type, style: TextStyle, depth: number): Sql {
  if (type.kind === 'ARRAY') return arrayText(value, type, style, depth);
  if (type.kind === 'STRUCT') return structText(value, type, style, depth);
  if (type.kind === 'FLOAT64') return sql`gsql_format_float(${value}, ${style === 'literal'})`;
  if (type.kind === 'STRING')
    return style === 'literal' ? sql`gsql_string_literal(${value})` : value;
  if (type.kind === 'JSON') return jsonText(value, style);
  if (type.kind === 'BYTES') return bytesText(value, style);
  const text = lowerText(value, type);
  if (type.kind === 'INTERVAL' && style === 'literal')
    return sql`('INTERVAL "' || ${text} || '" YEAR TO SECOND')`;
  const isNamed = style === 'literal' && NAMED.has(type.kind);
  return isNamed ? sql`(${quoteText(`${type.kind} "`)} || ${text} || '"')` : text;
}

function jsonText(value: Sql, style: TextStyle): Sql {
  const text = sql`CAST(${value} AS VARCHAR)`;
  return style === 'literal' ? sql`('JSON ' || gsql_string_literal(${text}))` : text;
}

function bytesText(value: Sql, style: TextStyle): Sql {
  const text = sql`gsql_escaped_bytes(${value})`;
  if (style === 'literal') return sql`('b' || gsql_quoted(${text}))`;
  return sql`replace(replace(${text}, '"', '\\"'), '''', '\\''')`;
}

function arrayText(value: Sql, type: ArrayType, style: TextStyle, depth: number): Sql {
  const element = variable(`e${depth}`);
  const item = valueText(element, type.element, style, depth + 1);
  return sql`('[' || array_to_string(list_transform(${value}, lambda ${element}: ${item}), ', ') || ']')`;
}

function structText(value: Sql, type: StructType, style: TextStyle, depth: number): Sql {
  const fields = type.fields.map((field, i) =>
    valueText(fieldOf(value, duckdbFieldName(type, i)), field.type, style, depth),
  );
  // With fewer than two fields, parentheses alone would not be a struct.
  const name = style === 'literal' && fields.length < 2 ? 'STRUCT' : '';
  const inside = fields.length === 0 ? textOf('') : join(" || ', ' || ", fields);
  return sql`CASE WHEN ${value} IS NOT NULL THEN '${name}(' || ${inside} || ')' END`;
}
