import {
  type FunctionDefinition,
  type Lowering,
  type Overload,
  overloadsOf,
  scalarGroup,
} from '../core/define.ts';
import { bind, constant, macro, native, pattern } from '../core/lowering.ts';
import { quoteText } from '../core/quote.ts';
import { join, NULL, sql } from '../core/sql.ts';
import { BYTES_FUNCTIONS, bytesOverload, textOverloads } from './bytes.ts';
import { CONTAINS_SUBSTR } from './contains-substr.ts';
import { FORMAT_FUNCTIONS } from './format.ts';

const scalar = scalarGroup('String');

const lowerConcat: Lowering = (call) => sql`(${join(' || ', call.arguments)})`;

/** SUBSTR with a constant positive position needs neither the length nor a check. */
const lowerSubstr: Lowering = (call) => {
  const [text = NULL] = call.arguments;
  const position = constant(call, 1);
  const count = constant(call, 2);
  const isPlain = typeof position === 'bigint' && position >= 0n && position <= LIMIT;
  const start = position === 0n ? 1n : position;
  if (isPlain && call.arguments.length === 2) return sql`substring(${text}, ${start})`;
  if (isPlain && typeof count === 'bigint' && count >= 0n) {
    return sql`substring(${text}, ${start}, ${count > LIMIT ? LIMIT : count})`;
  }
  const name = call.arguments.length === 2 ? 'gsql_substr' : 'gsql_substr_n';
  return macro(name)(call);
};

/** The first occurrence from the start is DuckDB's `instr`. */
const lowerInstr: Lowering = (call) => {
  const count = call.arguments.length;
  if (count === 2) return native('instr')(call);
  return macro('gsql_instr', ...(count === 3 ? ['1'] : []))(call);
};

function lowerPad(name: string): Lowering {
  return (call) => macro(name, ...(call.arguments.length === 2 ? ["' '"] : []))(call);
}

/** A replacement that does not grow the text needs no bound. */
const lowerReplace: Lowering = (call) => {
  const [part, fresh] = [constant(call, 1), constant(call, 2)];
  const isShorter =
    typeof part === 'string' && typeof fresh === 'string' && fresh.length * 4 <= part.length;
  return fresh === '' || isShorter ? native('replace')(call) : macro('gsql_replace')(call);
};

/** Without a second argument, all kinds of white space are trimmed. */
function trimFunction(name: string): FunctionDefinition {
  const own = name.toLowerCase();
  return scalar(name, [
    [
      '(STRING, STRING?) -> STRING',
      (call) => native(call.arguments.length === 1 ? `gsql_${own}` : own)(call),
    ],
    bytesOverload('(BYTES, BYTES) -> BYTES', native(own)),
  ]);
}

const lowerSplit: Lowering = (call) => {
  if (call.arguments.length === 1) return macro('gsql_split_text', "','")(call);
  return macro(typeof constant(call, 1) === 'string' ? 'gsql_split_text' : 'gsql_split')(call);
};

const lowerInitcap: Lowering = (call) => {
  const isDefault = call.arguments.length === 1;
  return macro('gsql_initcap', ...(isDefault ? ['gsql_word_delimiters()'] : []))(call);
};

/** A normalized text in some case; ASCII has one form. */
function lowerForm(ascii: string, other: string): Lowering {
  return (call) =>
    bind(call, ([text = NULL]) => {
      const form = quoteText(call.part ?? 'NFC');
      return sql`CASE WHEN strlen(${text}) = length(${text}) THEN ${ascii}(${text}) ELSE ${other}(gsql_normalize(${text}, ${form})) END`;
    });
}

/** An upper bound for the length of any string. */
const LIMIT = 2_147_483_647n;

function lengths(ofText: string): readonly Overload[] {
  return [
    ['(STRING) -> INT64', native(ofText)],
    ['(BYTES) -> INT64', native('octet_length')],
  ];
}

/** STRING and BYTES functions. */
export const STRING_FUNCTIONS: readonly FunctionDefinition[] = [
  scalar('ASCII', [
    ['(STRING) -> INT64', macro('gsql_ascii')],
    bytesOverload('(BYTES) -> INT64', macro('gsql_byte_ascii')),
  ]),
  scalar('BYTE_LENGTH', lengths('strlen'), { aliases: ['OCTET_LENGTH'] }),
  scalar('CHAR_LENGTH', [['(STRING) -> INT64', native('length')]], {
    aliases: ['CHARACTER_LENGTH'],
  }),
  scalar('LENGTH', lengths('length')),
  scalar('CHR', [['(INT64) -> STRING', macro('gsql_chr')]]),
  scalar('CODE_POINTS_TO_STRING', [
    ['(ARRAY<INT64>) -> STRING', macro('gsql_code_points_to_string')],
  ]),
  scalar('CONCAT', overloadsOf(['STRING', 'BYTES'], '(T, T...) -> T', lowerConcat)),
  scalar('ENDS_WITH', [
    ['(STRING, STRING) -> BOOL', native('ends_with')],
    ['(BYTES, BYTES) -> BOOL', pattern('ends_with(hex($1), hex($2))')],
  ]),
  scalar('INITCAP', [['(STRING, STRING?) -> STRING', lowerInitcap]]),
  scalar('INSTR', textOverloads('(T, T, INT64?, INT64?) -> INT64', lowerInstr)),
  scalar('LEFT', textOverloads('(T, INT64) -> T', macro('gsql_left'))),
  scalar('LOWER', [
    ['(STRING) -> STRING', macro('gsql_lower')],
    bytesOverload('(BYTES) -> BYTES', native('gsql_byte_lower')),
  ]),
  scalar('LPAD', textOverloads('(T, INT64, T?) -> T', lowerPad('gsql_lpad'))),
  trimFunction('LTRIM'),
  scalar('REPEAT', textOverloads('(T, INT64) -> T', macro('gsql_repeat'))),
  scalar('REPLACE', textOverloads('(T, T, T) -> T', lowerReplace)),
  scalar('REVERSE', textOverloads('(T) -> T', macro('gsql_reverse'))),
  scalar('RIGHT', textOverloads('(T, INT64) -> T', macro('gsql_right'))),
  scalar('RPAD', textOverloads('(T, INT64, T?) -> T', lowerPad('gsql_rpad'))),
  trimFunction('RTRIM'),
  scalar('SPLIT', [
    ['(STRING, STRING?) -> ARRAY<STRING>', lowerSplit],
    bytesOverload('(BYTES, BYTES) -> ARRAY<BYTES>', macro('gsql_split')),
  ]),
  scalar('STARTS_WITH', [
    ['(STRING, STRING) -> BOOL', native('starts_with')],
    ['(BYTES, BYTES) -> BOOL', pattern('starts_with(hex($1), hex($2))')],
  ]),
  scalar('STRPOS', textOverloads('(T, T) -> INT64', native('instr'))),
  scalar('SUBSTR', textOverloads('(T, INT64, INT64?) -> T', lowerSubstr), {
    aliases: ['SUBSTRING'],
  }),
  scalar('TO_CODE_POINTS', textOverloads('(T) -> ARRAY<INT64>', macro('gsql_to_code_points'))),
  scalar('TRANSLATE', textOverloads('(T, T, T) -> T', macro('gsql_translate'))),
  trimFunction('TRIM'),
  scalar('UNICODE', [['(STRING) -> INT64', macro('gsql_unicode')]]),
  scalar('UPPER', [
    ['(STRING) -> STRING', macro('gsql_upper')],
    bytesOverload('(BYTES) -> BYTES', native('gsql_byte_upper')),
  ]),
  CONTAINS_SUBSTR,
  scalar('EDIT_DISTANCE', [['(STRING, STRING) -> INT64', macro('gsql_edit_distance')]]),
  scalar('NORMALIZE', [['(STRING, PART?) -> STRING', lowerForm('', '')]]),
  scalar('NORMALIZE_AND_CASEFOLD', [
    ['(STRING, PART?) -> STRING', lowerForm('lower', 'gsql_case_folded')],
  ]),
  scalar('SOUNDEX', [['(STRING) -> STRING', macro('gsql_soundex')]]),
  ...BYTES_FUNCTIONS,
  ...FORMAT_FUNCTIONS,
];
