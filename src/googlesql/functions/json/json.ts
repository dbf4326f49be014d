import { excerpt } from '../../excerpt.ts';
import { typeName } from '../../types.ts';
import {
  type Check,
  type FunctionDefinition,
  type Lowering,
  type NeedsValue,
  needsArgument,
  type Overload,
  overloadsOf,
  scalarGroup,
} from '../core/define.ts';
import { argumentsOf, bind, constant, macro } from '../core/lowering.ts';
import { quoteText } from '../core/quote.ts';
import type { LoweredCall } from '../core/signatures/signature.ts';
import { castAs, NULL, sql } from '../core/sql.ts';
import { checkPaths, jsonPointer, type PathStyle, parseJsonPath } from './json-path.ts';
import { lowerToJson, lowerToJsonString } from './to-json.ts';

const scalar = scalarGroup('JSON');

/** The second argument as a JSON Pointer; defaults to `$`. */
function pointer(call: LoweredCall, style: PathStyle): string {
  const path = constant(call, 1);
  return quoteText(typeof path === 'string' ? jsonPointer(parseJsonPath(path, style)) : '$');
}

/** Lowers to a macro of the text and the path. */
function at(name: string, style: PathStyle): Lowering {
  return (call) => {
    const path = pointer(call, style);
    return bind(argumentsOf(call, 0, 1), ([json]) => sql`${name}(${json}, ${path})`);
  };
}

/** The same for a macro that has the engine search a text that is not JSON as a whole. */
function searching(name: string, style: PathStyle): Lowering {
  return (call) => {
    const path = pointer(call, style);
    return bind(argumentsOf(call, 0, 1), ([json]) => {
      const searched = sql`gsql_search_json(array_slice(encode(${json}), 1, 32768), ${path})`;
      return sql`${name}(${json}, ${path}, ${searched})`;
    });
  };
}

type At = (macro: string, lower?: typeof at) => Lowering;

/** A function of a path: under its name, and under its old one with paths as old functions write them. */
function pathFunctions(
  name: string,
  oldName: string,
  overloads: (lower: At) => readonly Overload[],
): readonly FunctionDefinition[] {
  const define = (own: string, style: PathStyle) =>
    scalar(
      own,
      overloads((macro, lower = at) => lower(macro, style)),
      { check: checkPaths(style, isPath), needsValue: isPath },
    );
  return [define(name, 'standard'), define(oldName, 'legacy')];
}

const isPath = needsArgument(1);

const TEXTS = ['STRING', 'JSON'] as const;

/** `json.name`, `json['name']` and `json[index]`; NULL if there is no such member. */
const SUBSCRIPT = scalar('$json_subscript', [
  ['(JSON, INT64) -> JSON', macro('gsql_json_element')],
  ['(JSON, STRING) -> JSON', macro('gsql_json_member')],
]);

const isLast: NeedsValue = (index, count) => index === count - 1;

/** The mode, always the last argument, says whether an integer that FLOAT64 does not hold is rounded or an error. */
const lowerFloat64: Lowering = (call) => {
  const name =
    call.literals.at(-1) === 'exact' ? 'gsql_json_exact_float64' : 'gsql_json_to_float64';
  return bind(argumentsOf(call, 0, -1), ([json]) => sql`${name}(${json})`);
};

/** The mode that a call has without naming one, and what the error of another says behind "specified". */
function wideNumberMode(unnamed: 'round' | 'exact', place = '') {
  const check: Check = ({ literals }) => {
    const mode = literals.at(-1);
    if (typeof mode !== 'string' || mode === 'round' || mode === 'exact') return;
    throw new Error(`Invalid \`wide_number_mode\` specified${place}: ${excerpt(mode)}`);
  };
  return { defaults: { wide_number_mode: unnamed }, check, needsValue: isLast };
}

const FLOAT64 = scalar(
  'FLOAT64',
  [['(JSON, wide_number_mode => STRING) -> FLOAT64', lowerFloat64]],
  wideNumberMode('round'),
);

const lowerParseJson: Lowering = (call) => {
  const name = call.literals.at(-1) === 'round' ? 'gsql_parse_json_rounded' : 'gsql_parse_json';
  return bind(argumentsOf(call, 0, -1), ([text]) => sql`${name}(${text})`);
};

const MODES: readonly string[] = ['strict', 'lax', 'lax recursive'];

/** The mode is the last argument, given or not; the depth is left out or NULL where there is none. */
const lowerKeys: Lowering = (call) => {
  const mode = quoteText(String(call.literals.at(-1)).toLowerCase());
  return bind(
    argumentsOf(call, 0, -1),
    ([json, depth = castAs(NULL, 'BIGINT')]) =>
      sql`gsql_json_key_paths(${json}, ${depth}, ${mode})`,
  );
};

/** JSON_KEYS: the paths of all keys of a document, each once and sorted. */
const JSON_KEYS = scalar(
  'JSON_KEYS',
  [['(JSON, INT64?, mode => STRING) -> ARRAY<STRING>', lowerKeys]],
  {
    defaults: { mode: 'strict' },
    check: ({ literals }) => {
      const mode = literals.at(-1);
      if (typeof mode !== 'string' || MODES.includes(mode.toLowerCase())) return;
      throw new Error('Invalid JSON mode specified');
    },
    needsValue: isLast,
  },
);

/** The JSON functions, on text and on the JSON type. Object members keep their order. */
export const JSON_FUNCTIONS: readonly FunctionDefinition[] = [
  ...pathFunctions('JSON_VALUE', 'JSON_EXTRACT_SCALAR', (lower) =>
    overloadsOf(TEXTS, '(T, STRING?) -> STRING', lower('gsql_json_scalar', searching)),
  ),
  ...pathFunctions('JSON_QUERY', 'JSON_EXTRACT', (lower) => [
    ['(STRING, STRING) -> STRING', lower('gsql_json_text', searching)],
    ['(JSON, STRING) -> JSON', lower('json_extract')],
  ]),
  ...pathFunctions('JSON_QUERY_ARRAY', 'JSON_EXTRACT_ARRAY', (lower) => [
    ['(STRING, STRING?) -> ARRAY<STRING>', lower('gsql_json_items', searching)],
    ['(JSON, STRING?) -> ARRAY<JSON>', lower('gsql_json_array')],
  ]),
  ...pathFunctions('JSON_VALUE_ARRAY', 'JSON_EXTRACT_STRING_ARRAY', (lower) =>
    overloadsOf(TEXTS, '(T, STRING?) -> ARRAY<STRING>', lower('gsql_json_scalars', searching)),
  ),
  SUBSCRIPT,
  JSON_KEYS,
  scalar('LAX_BOOL', [['(JSON) -> BOOL', macro('gsql_json_lax_bool')]]),
  scalar('LAX_FLOAT64', [['(JSON) -> FLOAT64', macro('gsql_json_lax_float64')]]),
  scalar('LAX_INT64', [['(JSON) -> INT64', macro('gsql_json_lax_int64')]]),
  scalar('LAX_STRING', [['(JSON) -> STRING', macro('gsql_json_lax_string')]]),
  scalar('TO_JSON', [['(T1, stringify_wide_numbers => BOOL) -> JSON', lowerToJson]], {
    defaults: { stringify_wide_numbers: false },
    needsValue: isLast,
  }),
  scalar(
    'PARSE_JSON',
    [['(STRING, wide_number_mode => STRING) -> JSON', lowerParseJson]],
    wideNumberMode('exact', ' for PARSE_JSON'),
  ),
  scalar('JSON_FLATTEN', [['(JSON) -> ARRAY<JSON>', macro('gsql_json_flatten')]]),
  scalar('JSON_TYPE', [['(JSON) -> STRING', macro('gsql_json_type')]]),
  scalar('BOOL', [['(JSON) -> BOOL', macro('gsql_json_to_bool')]]),
  scalar('INT64', [['(JSON) -> INT64', macro('gsql_json_to_int64')]]),
  FLOAT64,
  scalar('TO_JSON_STRING', [['(T1, BOOL?) -> STRING', lowerToJsonString]], {
    check: ({ literals, types: [type] }) => {
      if (literals[1] !== true || !type || !/JSON(?=[,>]|$)/.test(typeName(type))) return;
      throw new Error('TO_JSON_STRING of JSON with a second argument of TRUE is not supported');
    },
    needsValue: needsArgument(1),
  }),
];
