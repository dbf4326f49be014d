import { excerpt } from '../../excerpt.ts';
import { SCALARS, type ScalarKind } from '../../types.ts';
import {
  type Check,
  type FunctionDefinition,
  type Lowering,
  needsArgument,
  overloadsOf,
  scalarGroup,
} from '../core/define.ts';
import { duckdbType } from '../core/duckdb-type.ts';
import { argumentsOf, bind, constant, lowerOne } from '../core/lowering.ts';
import { quoteText } from '../core/quote.ts';
import type { LoweredCall } from '../core/signatures/signature.ts';
import { castAs, join, NULL, sql, textOf } from '../core/sql.ts';
import { checkFormatLength, type FormatToken } from '../datetime/format/format-elements.ts';
import { writeTokens } from '../datetime/format/format-time.ts';
import { checkZone, toInstant, toLocal, zoneOf } from '../datetime/zone.ts';
import {
  type CastElement,
  checkReading,
  checkWriting,
  needsToday,
  readCastFormat,
  writerOf,
} from './cast-format.ts';
import { lowerText } from './cast-lowering.ts';
import { readNumberFormat } from './number-format.ts';

const conversion = scalarGroup('Conversion');

/** Texts of times are written piece by piece: pieces differ in the case of their letters. */
const writeTime: Lowering = (call) =>
  bind(argumentsOf(call, 1), (names) => {
    const texts = piecesOf(readCastFormat(formatOf(call))).map(({ tokens, letters }) => {
      const own = writeTokens(call, tokens, names);
      return letters === 'as they are' ? own : sql`${letters}(${own})`;
    });
    return sql`(${join(' || ', texts)})`;
  });

/** Neighbours in a format that are written in the same letters. */
interface Piece {
  readonly tokens: readonly FormatToken[];
  readonly letters: 'as they are' | 'upper' | 'lower';
}

/** The pieces of a format, one at least. */
function piecesOf(elements: readonly CastElement[]): readonly Piece[] {
  const pieces: Piece[] = [{ tokens: [], letters: 'as they are' }];
  for (const element of elements) {
    const { literal = '' } = element;
    const name = writerOf(element);
    const token: FormatToken = name ? { kind: 'element', name } : { kind: 'text', text: literal };
    const letters = name && NAMES.has(name) ? lettersOf(element) : 'as they are';
    const last = pieces.at(-1);
    if (last?.letters === letters)
      pieces.splice(-1, 1, { letters, tokens: [...last.tokens, token] });
    else pieces.push({ letters, tokens: [token] });
  }
  return pieces;
}

/** The elements that write letters. */
const NAMES = new Set(['B', 'b', 'A', 'a', 'p', 'p.']);

/** The case of an element's first two letters decides the case of its output: `MONTH`, `Month` or `month`. */
function lettersOf({ written, category }: CastElement): Piece['letters'] {
  const [first = '', second = ''] = written;
  if (first === first.toLowerCase()) return 'lower';
  const isTitle = category !== 'MERIDIAN_INDICATOR' && second === second.toLowerCase();
  return isTitle ? 'as they are' : 'upper';
}

/** Arguments are the format, the text, the current time and perhaps a zone. */
function readTimeAs(type: 'DATE' | 'DATETIME' | 'TIME' | 'TIMESTAMP'): Lowering {
  return (call) =>
    bind(argumentsOf(call, 1), ([text = NULL, now = NULL, ...zones]) => {
      const elements = readCastFormat(formatOf(call));
      const zone = zoneOf({ ...call, arguments: [NULL, text, now, ...zones] }, 3);
      const today = needsToday(elements, type)
        ? sql`strftime(${toLocal(now, zone)}, '%Y-%m')`
        : textOf('1970-01');
      const micros = castAs(
        sql`gsql_read_time(${text}, ${quoteText(formatOf(call))}, ${today})`,
        'BIGINT',
      );
      if (type !== 'TIMESTAMP')
        return castAs(sql`make_timestamp(${micros})`, duckdbType(SCALARS[type]));
      const hasZone = elements.some(({ category }) => category === 'TIME_ZONE');
      return hasZone
        ? sql`make_timestamptz(${micros})`
        : toInstant(sql`make_timestamp(${micros})`, zone);
    });
}

function formatOf(call: Pick<LoweredCall, 'literals'>): string {
  return String(constant(call, 0));
}

/** The macros that write BYTES as a text and read them from one, by format. */
const CODINGS: Readonly<Record<string, readonly [encode: string, decode: string]>> = {
  HEX: ['gsql_to_hex', 'gsql_from_hex'],
  BASE2: ['gsql_to_base2', 'gsql_from_base2'],
  BASE8: ['gsql_to_base8', 'gsql_from_base8'],
  BASE16: ['gsql_to_hex', 'gsql_from_hex'],
  BASE32: ['gsql_to_base32', 'gsql_from_base32'],
  BASE64: ['to_base64', 'gsql_from_base64'],
  BASE64M: ['gsql_to_base64m', 'gsql_from_base64'],
  ASCII: ['gsql_to_ascii', 'gsql_from_ascii'],
  UTF8: ['gsql_to_utf8', 'encode'],
  'UTF-8': ['gsql_to_utf8', 'encode'],
};

function codeBytes(direction: 0 | 1): Lowering {
  return (call) => {
    const [, value = NULL] = call.arguments;
    const name = CODINGS[formatOf(call).toUpperCase()]?.[direction] ?? '';
    return lowerOne(name, value, call.literals[1]);
  };
}

/** By a format that is known row by row only. */
function codeBytesByRow(direction: 0 | 1): Lowering {
  return (call) =>
    bind(call, ([format = NULL, value = NULL]) => {
      const codings = Object.entries(CODINGS).map(
        ([name, macros]) => sql`WHEN ${quoteText(name)} THEN ${macros[direction]}(${value})`,
      );
      return sql`CASE WHEN ${value} IS NULL OR ${format} IS NULL THEN NULL ELSE CASE upper(${format}) ${join(' ', codings)}
        ELSE gsql_error('Invalid format ''' || ${format} || '''') END END`;
    });
}

const writeNumber: Lowering = (call) => {
  const [, value = NULL] = call.arguments;
  const [, type = SCALARS.INT64] = call.types;
  const kind = quoteText(type.kind);
  return sql`gsql_cast_number(${lowerText(value, type)}, ${quoteText(formatOf(call))}, ${kind})`;
};

const checkBytes: Check = ({ literals }) => {
  const [format] = literals;
  if (typeof format === 'string' && !Object.hasOwn(CODINGS, format.toUpperCase()))
    throw new Error(`Invalid format '${excerpt(format)}'`);
};

const NUMBERS: readonly ScalarKind[] = ['INT64', 'NUMERIC', 'BIGNUMERIC', 'FLOAT64'];

const checkWritten: Check = (call) => {
  const {
    literals,
    types: [, type = SCALARS.DATE],
  } = call;
  const [format] = literals;
  if (type.kind === 'BYTES') return checkBytes(call);
  checkZone(2)(call);
  if (typeof format !== 'string') return;
  checkFormatLength(format);
  if (NUMBERS.some((kind) => kind === type.kind)) readNumberFormat(format);
  else checkWriting(readCastFormat(format), type.kind);
};

function checkRead(type: string): Check {
  return (call) => {
    checkZone(3)(call);
    const [format] = call.literals;
    if (typeof format !== 'string') return;
    checkFormatLength(format);
    checkReading(readCastFormat(format), type);
  };
}

function read(type: 'DATE' | 'DATETIME' | 'TIME' | 'TIMESTAMP', zone = ''): FunctionDefinition {
  const signature = `(STRING, STRING, TIMESTAMP${zone}) -> ${type}`;
  const properties = { check: checkRead(type), needsValue: needsArgument(0) };
  return conversion(`$cast_${type}`, [[signature, readTimeAs(type)]], properties);
}

/** CAST with FORMAT: the format, the value, the current time where a text becomes a time, and perhaps a time zone. */
export const CAST_FORMAT_FUNCTIONS: readonly FunctionDefinition[] = [
  conversion(
    '$cast_STRING',
    [
      ...overloadsOf(['DATE', 'DATETIME', 'TIME'], '(STRING, T) -> STRING', writeTime),
      ['(STRING, TIMESTAMP, STRING?) -> STRING', writeTime],
      ['(STRING, BYTES) -> STRING', codeBytes(0)],
      ...overloadsOf(NUMBERS, '(STRING, T) -> STRING', writeNumber),
    ],
    { check: checkWritten, needsValue: needsArgument(0) },
  ),
  conversion('$cast_BYTES', [['(STRING, STRING) -> BYTES', codeBytes(1)]], {
    check: checkBytes,
    needsValue: needsArgument(0),
  }),
  conversion('$code_STRING', [['(STRING, BYTES) -> STRING', codeBytesByRow(0)]]),
  conversion('$code_BYTES', [['(STRING, STRING) -> BYTES', codeBytesByRow(1)]]),
  read('DATE'),
  read('DATETIME'),
  read('TIME'),
  read('TIMESTAMP', ', STRING?'),
];
