import { SCALARS, type Type } from '../../types.ts';
import {
  type FunctionDefinition,
  type Lowering,
  type NeedsValue,
  scalarGroup,
} from '../core/define.ts';
import { argumentsOf, bind } from '../core/lowering.ts';
import { quoteText } from '../core/quote.ts';
import type { LoweredCall } from '../core/signatures/signature.ts';
import { castAs, NULL, type Sql, sql, textOf, variable } from '../core/sql.ts';
import { checkPaths, jsonPointer, parseJsonPath } from './json-path.ts';
import { jsonValueText } from './to-json.ts';

const scalar = scalarGroup('JSON');

const lowerObject: Lowering = (call) =>
  bind(call, (names) => {
    if (names.length === 0) return castAs(textOf('{}'), 'JSON');
    const keys = names.filter((_, i) => i % 2 === 0);
    const texts = names.flatMap((name, i) =>
      i % 2 === 0 ? [] : [jsonValueText(name, call.types[i] ?? SCALARS.INT64)],
    );
    return sql`gsql_json_object([${keys}], [${texts}])`;
  });

/** The texts of the items of an array. */
function itemTexts(list: Sql, type: Type | undefined): Sql {
  const element = type?.kind === 'ARRAY' ? type.element : SCALARS.INT64;
  return sql`list_transform(${list}, lambda item: ${jsonValueText(variable('item'), element)})`;
}

const lowerObjectOf: Lowering = (call) =>
  bind(
    call,
    ([keys = NULL, values = NULL]) =>
      sql`gsql_json_object_of(${keys}, ${itemTexts(values, call.types[1])})`,
  );

const lowerArray: Lowering = (call) =>
  bind(call, (names) => {
    const texts = names.map((name, i) => jsonValueText(name, call.types[i] ?? SCALARS.INT64));
    return texts.length === 0 ? castAs(textOf('[]'), 'JSON') : sql`gsql_json_of_texts([${texts}])`;
  });

const NULL_JSON = castAs(NULL, 'JSON');

/** What is done at a place of a document: `item` is the JSON that is there, which is NULL where there is none. */
type JsonEdit = (item: Sql) => Sql;

/** How the steps to the place are taken: those that are missing are made, or nothing changes. */
type Missing = 'created' | 'ignored';

/** The document with the edit done at the end of the steps; each level is bound to a name of its own. */
function editAt(item: Sql, steps: readonly string[], edit: JsonEdit, missing: Missing): Sql {
  const [step, ...rest] = steps;
  if (step === undefined) return edit(item);
  const name = variable(`json${steps.length}`);
  const below = (child: Sql) => editAt(child, rest, edit, missing);
  return sql`list_transform([${item}], lambda ${name}: ${editStep(name, step, below, missing)})[1]`;
}

function editStep(j: Sql, step: string, below: JsonEdit, missing: Missing): Sql {
  const key = quoteText(step);
  const exists =
    missing === 'ignored' ? sql` AND json_exists(${j}, ${quoteText(jsonPointer([step]))})` : '';
  const free = missing === 'created' ? sql` OR gsql_json_is_free(${j})` : '';
  const member = sql`gsql_json_with_member(${j}, ${key}, ${below(sql`gsql_json_member(${j}, ${key})`)})`;
  if (!/^\d+$/.test(step)) {
    return sql`CASE WHEN (json_type(${j}) = 'OBJECT'${exists})${free} THEN ${member} ELSE ${j} END`;
  }
  const item = sql`gsql_json_with_item(${j}, ${step}, ${below(sql`gsql_json_element(${j}, ${step})`)})`;
  return sql`CASE WHEN (json_type(${j}) = 'ARRAY'${exists})${free} THEN ${item} ELSE ${j} END`;
}

/** The steps of the path at an index of the arguments. */
function stepsAt({ literals }: Pick<LoweredCall, 'literals'>, index: number) {
  return parseJsonPath(String(literals[index]), 'standard');
}

/** Lowers pairs of a path and a value: each edits what the one before it made; `last` is the named argument. */
function ofPairs(
  edit: (value: Sql, type: Type, steps: readonly string[], isSet: boolean) => PairEdit | undefined,
): Lowering {
  return (call) => {
    const last = call.literals.length - 1;
    const isSet = call.literals[last] === true;
    return bind(call, (names) => {
      let document = names[0] ?? NULL_JSON;
      for (let i = 1; i + 1 < last; i += 2) {
        const steps = stepsAt(call, i);
        const [value, type] = [names[i + 1], call.types[i + 1]];
        if (value === undefined || !type) return NULL_JSON;
        const pair = edit(value, type, steps, isSet);
        if (pair) document = editAt(document, pair.steps, pair.edit, pair.missing);
      }
      return sql`CASE WHEN ${names[0]} IS NOT NULL THEN ${document} END`;
    });
  };
}

interface PairEdit {
  readonly steps: readonly string[];
  readonly edit: JsonEdit;
  readonly missing: Missing;
}

const lowerSet = ofPairs((value, type, steps, creates) => ({
  steps,
  edit: () => sql`CAST(${jsonValueText(value, type)} AS JSON)`,
  missing: creates ? 'created' : 'ignored',
}));

/** An edit that adds texts: the value, or the items of an array, of which NULL has none. */
function adding(
  value: Sql,
  type: Type,
  isEach: boolean,
  add: (j: Sql, texts: Sql) => Sql,
): JsonEdit {
  if (!isEach || type.kind !== 'ARRAY') return (j) => add(j, sql`[${jsonValueText(value, type)}]`);
  return (j) =>
    sql`CASE WHEN ${value} IS NULL THEN ${j} ELSE ${add(j, itemTexts(value, type))} END`;
}

const lowerAppend = ofPairs((value, type, steps, isEach) => ({
  steps,
  missing: 'ignored',
  edit: adding(value, type, isEach, (j, texts) => sql`gsql_json_appended(${j}, ${texts})`),
}));

const lowerInsert = ofPairs((value, type, steps, isEach) => {
  const index = steps.at(-1);
  if (index === undefined || !/^\d+$/.test(index)) return undefined;
  return {
    steps: steps.slice(0, -1),
    missing: 'ignored',
    edit: adding(
      value,
      type,
      isEach,
      (j, texts) => sql`gsql_json_inserted(${j}, ${index}, ${texts})`,
    ),
  };
});

function removed(j: Sql, step: string): Sql {
  const object = sql`WHEN json_type(${j}) = 'OBJECT' THEN gsql_json_without_member(${j}, ${quoteText(step)})`;
  const array = /^\d+$/.test(step)
    ? sql` WHEN json_type(${j}) = 'ARRAY' THEN gsql_json_without_item(${j}, ${step})`
    : '';
  return sql`CASE ${object}${array} ELSE ${j} END`;
}

const lowerRemove: Lowering = (call) => {
  return bind(argumentsOf(call, 0, 1), ([name = NULL]) => {
    let document = name;
    for (let i = 1; i < call.literals.length; i += 1) {
      const steps = stepsAt(call, i);
      const last = steps.at(-1);
      if (last === undefined) return NULL_JSON;
      const edit: JsonEdit = (j) =>
        sql`list_transform([${j}], lambda json0: ${removed(variable('json0'), last)})[1]`;
      document = editAt(document, steps.slice(0, -1), edit, 'ignored');
    }
    return document;
  });
};

const lowerStrip: Lowering = (call) => {
  const [arrays, emptied] = call.literals.slice(-2).map((value) => value === true);
  const steps = call.literals.length > 3 ? stepsAt(call, 1) : [];
  const strip: JsonEdit = (j) => sql`gsql_json_stripped(${j}, ${arrays}, ${emptied})`;
  return bind(argumentsOf(call, 0, 1), ([name = NULL]) => {
    return sql`CASE WHEN ${name} IS NOT NULL THEN ${editAt(name, steps, strip, 'ignored')} END`;
  });
};

const isAfterFirst: NeedsValue = (index) => index > 0;

/** A path before every value; the last argument is named. */
function pairFunction(name: string, flag: string, lower: Lowering): FunctionDefinition {
  const isPath: NeedsValue = (index, count) => index % 2 === 1 && index < count - 1;
  return scalar(name, [[`(JSON, STRING, ANY, (STRING, ANY)..., ${flag} => BOOL) -> JSON`, lower]], {
    defaults: { [flag]: true },
    check: checkPaths('standard', isPath),
    needsValue: (index, count) => isPath(index, count) || index === count - 1,
  });
}

function arrayFunction(
  name: string,
  type: string,
  macro: string,
  what: string,
): FunctionDefinition {
  const lower: Lowering = (call) =>
    bind(
      call,
      ([j]) =>
        sql`list_transform(gsql_json_array_items(${j}, '${what}'), lambda item: ${macro}(item))`,
    );
  return scalar(name, [[`(JSON) -> ARRAY<${type}>`, lower]]);
}

/** The functions that make JSON of its parts and change parts of it. Keys stay sorted. */
export const JSON_EDITS: readonly FunctionDefinition[] = [
  scalar('JSON_OBJECT', [
    ['((STRING, ANY)...) -> JSON', lowerObject],
    ['(ARRAY<STRING>, ARRAY<T1>) -> JSON', lowerObjectOf],
  ]),
  scalar('JSON_ARRAY', [['(ANY...) -> JSON', lowerArray]]),
  pairFunction('JSON_SET', 'create_if_missing', lowerSet),
  pairFunction('JSON_ARRAY_APPEND', 'append_each_element', lowerAppend),
  pairFunction('JSON_ARRAY_INSERT', 'insert_each_element', lowerInsert),
  scalar('JSON_REMOVE', [['(JSON, STRING, STRING...) -> JSON', lowerRemove]], {
    check: checkPaths('standard', isAfterFirst),
    needsValue: isAfterFirst,
  }),
  scalar(
    'JSON_STRIP_NULLS',
    [['(JSON, STRING?, include_arrays => BOOL, remove_empty => BOOL) -> JSON', lowerStrip]],
    {
      defaults: { include_arrays: true, remove_empty: false },
      check: checkPaths('standard', (index, count) => index === 1 && count > 3),
      needsValue: isAfterFirst,
    },
  ),
  arrayFunction('BOOL_ARRAY', 'BOOL', 'gsql_json_to_bool', 'booleans'),
  arrayFunction('FLOAT64_ARRAY', 'FLOAT64', 'gsql_json_to_float64', 'numbers'),
  arrayFunction('INT64_ARRAY', 'INT64', 'gsql_json_to_int64', 'integers'),
  arrayFunction('STRING_ARRAY', 'STRING', 'gsql_json_to_string', 'strings'),
];
