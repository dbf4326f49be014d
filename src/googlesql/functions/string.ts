import type { FunctionDefinition, Overload } from './define.ts';
import { bind, constant, macro, native, pattern } from './lowering.ts';
import type { LoweredCall } from './signature.ts';

const GROUP = 'String';

function scalar(
  name: string,
  overloads: readonly Overload[],
  aliases: readonly string[] = [],
): FunctionDefinition {
  return { name, kind: 'scalar', group: GROUP, overloads, aliases };
}

/** SUBSTR at a constant position in front needs neither the length nor a check. */
function lowerSubstr(call: LoweredCall): string {
  const [text = ''] = call.arguments;
  const position = constant(call, 1);
  const count = constant(call, 2);
  const isPlain = typeof position === 'bigint' && position >= 0n && position <= LIMIT;
  const start = position === 0n ? 1n : position;
  if (isPlain && call.arguments.length === 2) return `substring(${text}, ${start})`;
  if (isPlain && typeof count === 'bigint' && count >= 0n) {
    return `substring(${text}, ${start}, ${count > LIMIT ? LIMIT : count})`;
  }
  const name = call.arguments.length === 2 ? 'gsql_substr' : 'gsql_substr_n';
  return bind(call, (names) => `${name}(${names.join(', ')})`);
}

/** No string is longer. */
const LIMIT = 2_147_483_647n;

/** The functions on strings; the ones that read or make BYTES are in `bytes.ts`. */
export const STRING_FUNCTIONS: readonly FunctionDefinition[] = [
  scalar('ASCII', [['(STRING) -> INT64', macro('gsql_ascii')]]),
  scalar(
    'BYTE_LENGTH',
    [
      ['(STRING) -> INT64', native('strlen')],
      ['(BYTES) -> INT64', native('octet_length')],
    ],
    ['OCTET_LENGTH'],
  ),
  scalar('CHAR_LENGTH', [['(STRING) -> INT64', native('length')]], ['CHARACTER_LENGTH']),
  scalar('LENGTH', [
    ['(STRING) -> INT64', native('length')],
    ['(BYTES) -> INT64', native('octet_length')],
  ]),
  scalar('CHR', [['(INT64) -> STRING', macro('gsql_chr')]]),
  scalar('CODE_POINTS_TO_STRING', [
    ['(ARRAY<INT64>) -> STRING', macro('gsql_code_points_to_string')],
  ]),
  scalar('CONCAT', [
    ['(STRING, STRING...) -> STRING', (call) => `(${call.arguments.join(' || ')})`],
    ['(BYTES, BYTES...) -> BYTES', (call) => `(${call.arguments.join(' || ')})`],
  ]),
  scalar('ENDS_WITH', [
    ['(STRING, STRING) -> BOOL', native('ends_with')],
    ['(BYTES, BYTES) -> BOOL', pattern('ends_with(hex($1), hex($2))')],
  ]),
  scalar('INITCAP', [
    ['(STRING) -> STRING', macro('gsql_initcap', 'gsql_word_delimiters()')],
    ['(STRING, STRING) -> STRING', macro('gsql_initcap')],
  ]),
  scalar('INSTR', [
    ['(STRING, STRING) -> INT64', native('instr')],
    ['(STRING, STRING, INT64) -> INT64', macro('gsql_instr', '1')],
    ['(STRING, STRING, INT64, INT64) -> INT64', macro('gsql_instr')],
  ]),
  scalar('LEFT', [['(STRING, INT64) -> STRING', macro('gsql_left')]]),
  scalar('LOWER', [['(STRING) -> STRING', macro('gsql_lower')]]),
  scalar('LPAD', [
    ['(STRING, INT64) -> STRING', macro('gsql_lpad', "' '")],
    ['(STRING, INT64, STRING) -> STRING', macro('gsql_lpad')],
  ]),
  scalar('LTRIM', [
    ['(STRING) -> STRING', native('gsql_ltrim')],
    ['(STRING, STRING) -> STRING', native('ltrim')],
  ]),
  scalar('REPEAT', [['(STRING, INT64) -> STRING', macro('gsql_repeat')]]),
  scalar('REPLACE', [['(STRING, STRING, STRING) -> STRING', native('replace')]]),
  scalar('REVERSE', [['(STRING) -> STRING', macro('gsql_reverse')]]),
  scalar('RIGHT', [['(STRING, INT64) -> STRING', macro('gsql_right')]]),
  scalar('RPAD', [
    ['(STRING, INT64) -> STRING', macro('gsql_rpad', "' '")],
    ['(STRING, INT64, STRING) -> STRING', macro('gsql_rpad')],
  ]),
  scalar('RTRIM', [
    ['(STRING) -> STRING', native('gsql_rtrim')],
    ['(STRING, STRING) -> STRING', native('rtrim')],
  ]),
  scalar('SPLIT', [
    ['(STRING) -> ARRAY<STRING>', pattern("string_split($1, ',')")],
    ['(STRING, STRING) -> ARRAY<STRING>', macro('gsql_split')],
  ]),
  scalar('STARTS_WITH', [
    ['(STRING, STRING) -> BOOL', native('starts_with')],
    ['(BYTES, BYTES) -> BOOL', pattern('starts_with(hex($1), hex($2))')],
  ]),
  scalar('STRPOS', [['(STRING, STRING) -> INT64', native('instr')]]),
  scalar(
    'SUBSTR',
    [
      ['(STRING, INT64) -> STRING', lowerSubstr],
      ['(STRING, INT64, INT64) -> STRING', lowerSubstr],
    ],
    ['SUBSTRING'],
  ),
  scalar('TO_CODE_POINTS', [['(STRING) -> ARRAY<INT64>', macro('gsql_to_code_points')]]),
  scalar('TRANSLATE', [['(STRING, STRING, STRING) -> STRING', macro('gsql_translate')]]),
  scalar('TRIM', [
    ['(STRING) -> STRING', native('gsql_trim')],
    ['(STRING, STRING) -> STRING', native('trim')],
  ]),
  scalar('UNICODE', [['(STRING) -> INT64', macro('gsql_unicode')]]),
  scalar('UPPER', [['(STRING) -> STRING', macro('gsql_upper')]]),
];
