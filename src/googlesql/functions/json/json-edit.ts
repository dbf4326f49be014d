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
import { checkPaths, jsonPointer, parseJsonPath } from './json-path.ts';
import { jsonValueText } from './to-json.ts';

const scalar = scalarGroup('JSON');

const lowerObject: Lowering = (call) =>
  bind(call, (names) => {
    if (names.length === 0) return `CAST('{}' AS JSON)`;
    const keys = names.filter((_, i) => i % 2 === 0);
    const texts = names.flatMap((name, i) =>
      i % 2 === 0 ? [] : [jsonValueText(name, call.types[i] ?? SCALARS.INT64)],
    );
    return `gsql_json_object([${keys.join(', ')}], [${texts.join(', ')}])`;
  });

/** The texts of the items of an array. */
function itemTexts(list: string, type: Type | undefined): string {
  const element = type?.kind === 'ARRAY' ? type.element : SCALARS.INT64;
  return `list_transform(${list}, lambda item: ${jsonValueText('item', element)})`;
}

const lowerObjectOf: Lowering = (call) =>
  bind(
    call,
    ([keys = '', values = '']) =>
      `gsql_json_object_of(${keys}, ${itemTexts(values, call.types[1])})`,
  );

const lowerArray: Lowering = (call) =>
  bind(call, (names) => {
    const texts = names.map((name, i) => jsonValueText(name, call.types[i] ?? SCALARS.INT64));
    return texts.length === 0 ? `CAST('[]' AS JSON)` : `gsql_json_of_texts([${texts.join(', ')}])`;
  });

const NULL_JSON = 'CAST(NULL AS JSON)';

/** What is done at a place of a document: `item` is the JSON that is there, which is NULL where there is none. */
type JsonEdit = (item: string) => string;

/** How the steps to the place are taken: those that are missing are made, or nothing changes. */
type Missing = 'created' | 'ignored';

/** The document with the edit done at the end of the steps; each level is bound to a name of its own. */
function editAt(item: string, steps: readonly string[], edit: JsonEdit, missing: Missing): string {
  const [step, ...rest] = steps;
  if (step === undefined) return edit(item);
  const name = `json${steps.length}`;
  const below = (child: string) => editAt(child, rest, edit, missing);
  return `list_transform([${item}], lambda ${name}: ${editStep(name, step, below, missing)})[1]`;
}

function editStep(j: string, step: string, below: JsonEdit, missing: Missing): string {
  const key = quoteText(step);
  const exists =
    missing === 'ignored' ? ` AND json_exists(${j}, ${quoteText(jsonPointer([step]))})` : '';
  const free = missing === 'created' ? ` OR gsql_json_is_free(${j})` : '';
  const member = `gsql_json_with_member(${j}, ${key}, ${below(`gsql_json_member(${j}, ${key})`)})`;
  if (!/^\d+$/.test(step)) {
    return `CASE WHEN (json_type(${j}) = 'OBJECT'${exists})${free} THEN ${member} ELSE ${j} END`;
  }
  const item = `gsql_json_with_item(${j}, ${step}, ${below(`gsql_json_element(${j}, ${step})`)})`;
  return `CASE WHEN (json_type(${j}) = 'ARRAY'${exists})${free} THEN ${item} ELSE ${j} END`;
}

/** The steps of the path at an index of the arguments. */
function stepsAt({ literals }: Pick<LoweredCall, 'literals'>, index: number) {
  return parseJsonPath(String(literals[index]), 'standard');
}

/** Lowers pairs of a path and a value: each edits what the one before it made; `last` is the named argument. */
function ofPairs(
  edit: (
    value: string,
    type: Type,
    steps: readonly string[],
    isSet: boolean,
  ) => PairEdit | undefined,
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
      return `CASE WHEN ${names[0]} IS NOT NULL THEN ${document} END`;
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
  edit: () => `CAST(${jsonValueText(value, type)} AS JSON)`,
  missing: creates ? 'created' : 'ignored',
}));

/** An edit that adds texts: the value, or the items of an array, of which NULL has none. */
function adding(
  value: string,
  type: Type,
  isEach: boolean,
  add: (j: string, texts: string) => string,
): JsonEdit {
  if (!isEach || type.kind !== 'ARRAY') return (j) => add(j, `[${jsonValueText(value, type)}]`);
  return (j) => `CASE WHEN ${value} IS NULL THEN ${j} ELSE ${add(j, itemTexts(value, type))} END`;
}

const lowerAppend = ofPairs((value, type, steps, isEach) => ({
  steps,
  missing: 'ignored',
  edit: adding(value, type, isEach, (j, texts) => `gsql_json_appended(${j}, ${texts})`),
}));

const lowerInsert = ofPairs((value, type, steps, isEach) => {
  const index = steps.at(-1);
  if (index === undefined || !/^\d+$/.test(index)) return undefined;
  return {
    steps: steps.slice(0, -1),
    missing: 'ignored',
    edit: adding(value, type, isEach, (j, texts) => `gsql_json_inserted(${j}, ${index}, ${texts})`),
  };
});

function removed(j: string, step: string): string {
  const object = `WHEN json_type(${j}) = 'OBJECT' THEN gsql_json_without_member(${j}, ${quoteText(step)})`;
  const array = /^\d+$/.test(step)
    ? ` WHEN json_type(${j}) = 'ARRAY' THEN gsql_json_without_item(${j}, ${step})`
    : '';
  return `CASE ${object}${array} ELSE ${j} END`;
}

const lowerRemove: Lowering = (call) => {
  return bind(argumentsOf(call, 0, 1), ([name = '']) => {
    let document = name;
    for (let i = 1; i < call.literals.length; i += 1) {
      const steps = stepsAt(call, i);
      const last = steps.at(-1);
      if (last === undefined) return NULL_JSON;
      const edit: JsonEdit = (j) =>
        `list_transform([${j}], lambda json0: ${removed('json0', last)})[1]`;
      document = editAt(document, steps.slice(0, -1), edit, 'ignored');
    }
    return document;
  });
};

const lowerStrip: Lowering = (call) => {
  const [arrays, emptied] = call.literals.slice(-2).map((value) => value === true);
  const steps = call.literals.length > 3 ? stepsAt(call, 1) : [];
  const strip: JsonEdit = (j) => `gsql_json_stripped(${j}, ${arrays}, ${emptied})`;
  return bind(argumentsOf(call, 0, 1), ([name = '']) => {
    return `CASE WHEN ${name} IS NOT NULL THEN ${editAt(name, steps, strip, 'ignored')} END`;
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
        `list_transform(gsql_json_array_items(${j}, '${what}'), lambda item: ${macro}(item))`,
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
