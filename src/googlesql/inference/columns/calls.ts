import type { FunctionCall, ResolvedExpression } from '../../analysis/resolved/resolved.ts';
import { operandsOf } from '../../analysis/resolved/traverse.ts';
import { hasFiniteValues, isNeverNull, looksInside } from '../../functions/core/nullability.ts';
import type { Type } from '../../types.ts';
import { impliedBy } from './conditions.ts';
import {
  asAnyInteger,
  type Facts,
  isRequiredThroughout,
  ofEach,
  optional,
  unproven,
  vacuous,
  withRequired,
} from './facts.ts';
import type { Implied, Proof, Rows } from './rows.ts';

/** What is proven of the result of a scalar function or operator. */
export function callFacts(call: FunctionCall, rows: Rows, proof: Proof): Facts {
  const facts = (SPECIAL[call.function.name] ?? plainFacts)(call, rows, proof);
  return call.safe ? optional(facts) : facts;
}

type CallFacts = (call: FunctionCall, rows: Rows, proof: Proof) => Facts;

/** Functions whose results are below 2^53. */
const COUNTING: ReadonlySet<string> = new Set([
  ...['LENGTH', 'CHAR_LENGTH', 'BYTE_LENGTH', 'ARRAY_LENGTH', 'STRPOS', 'INSTR', '$extract'],
  ...['DATE_DIFF', 'DATETIME_DIFF', 'TIME_DIFF'],
]);

/** 285 years have more microseconds than 2^53. */
function isSafeCount({ function: { name }, part, type }: FunctionCall): boolean {
  const isShort = name === 'TIME_DIFF' || name === '$extract' || part !== 'MICROSECOND';
  return type.kind === 'INT64' && COUNTING.has(name) && isShort;
}

/** By the lists of functions. */
const plainFacts: CallFacts = (call, rows, proof) => {
  const {
    function: { name },
    type,
  } = call;
  const operands = operandsOf(call);
  const args = operands.map((operand) => proof.facts(operand, rows));
  const types = [type, ...operands.map((operand) => operand.type)];
  const hasResult =
    isNeverNull(name) &&
    types.every(({ kind }) => kind !== 'JSON') &&
    args.every(looksInside(name) ? isRequiredThroughout : ({ isRequired }) => isRequired);
  const facts = withRequired(unproven(type), hasResult);
  if (type.kind !== 'FLOAT64') return { ...facts, isSafeInteger: isSafeCount(call) };
  return {
    ...facts,
    isWritable: hasFiniteValues(name) && args.every(({ isWritable }) => isWritable),
  };
};

/** A function that is never NULL, whatever its arguments are. */
const always: CallFacts = ({ type }) => withRequired(unproven(type), true);

/** The first argument that is not NULL. */
const firstValue: CallFacts = ({ type, arguments: args }, rows, proof) => {
  const sources = args.map((argument) => proof.facts(argument, rows));
  const isRequired =
    sources.some((source) => source.isRequired) ||
    rows.sides.some((sides) => isOfEitherSide(args, sides, proof));
  return withRequired(ofEach(type, sources), isRequired);
};

/** Whether of two columns one is never NULL on the one side of a FULL JOIN, and the other on the other. */
function isOfEitherSide(
  [first, second]: readonly ResolvedExpression[],
  sides: readonly [Rows, Rows],
  proof: Proof,
): boolean {
  if (!first || !second) return false;
  return [sides, sides.toReversed()].some(
    ([one, other]) =>
      one && other && proof.facts(first, one).isRequired && proof.facts(second, other).isRequired,
  );
}

/** The values of a CASE, each where its condition is the first that is true. */
function branches(
  type: Type,
  pairs: readonly ResolvedExpression[],
  rows: Rows,
  proof: Proof,
  taken: (condition: ResolvedExpression) => Implied,
  passed: (condition: ResolvedExpression) => Implied,
): Facts {
  const sources: Facts[] = [];
  let here: Rows | undefined = rows;
  for (let i = 0; i < pairs.length && here; i += 2) {
    const [condition, value] = pairs.slice(i, i + 2);
    if (!condition) break;
    // The last one alone is the ELSE.
    if (!value) return ofEach(type, [...sources, proof.facts(condition, here)]);
    const implied = taken(condition);
    if (implied !== 'never') sources.push(proof.facts(value, here.where(implied)));
    const rest = passed(condition);
    here = rest === 'never' ? undefined : here.where(rest);
  }
  const facts = ofEach(type, sources);
  return here ? optional(facts) : facts;
}

const conditional: CallFacts = ({ type, arguments: args }, rows, proof) =>
  branches(
    type,
    args,
    rows,
    proof,
    (condition) => impliedBy(condition, 'true', rows, proof),
    (condition) => impliedBy(condition, 'not true', rows, proof),
  );

const caseOf: CallFacts = ({ type, arguments: [operand, ...pairs] }, rows, proof) =>
  branches(
    type,
    pairs,
    rows,
    proof,
    (value) => valuesOf([operand, value], rows, proof),
    () => [],
  );

function valuesOf(
  expressions: readonly (ResolvedExpression | undefined)[],
  rows: Rows,
  proof: Proof,
): Implied {
  const implied = expressions.map((own) => (own ? impliedBy(own, 'value', rows, proof) : []));
  return implied.includes('never')
    ? 'never'
    : implied.flatMap((own) => (own === 'never' ? [] : own));
}

/** The first argument, which may become NULL. */
const nulled: CallFacts = ({ type, arguments: [value] }, rows, proof) =>
  asAnyInteger(optional(value ? proof.facts(value, rows) : unproven(type)));

/** The first argument, or another value where that is NULL. */
const zeroed: CallFacts = ({ type, arguments: [value] }, rows, proof) =>
  asAnyInteger(withRequired(value ? proof.facts(value, rows) : unproven(type), true));

const attempted: CallFacts = ({ type, arguments: args }, rows, proof) =>
  asAnyInteger(
    ofEach(
      type,
      args.map((argument) => proof.facts(argument, rows)),
    ),
  );

/** An element of an array; there is none at NULL, and outside the array it is an error. */
const element: CallFacts = ({ type, arguments: args }, rows, proof) => {
  const [array, ...others] = args.map((argument) => proof.facts(argument, rows));
  const own = array?.element ?? unproven(type);
  const isRequired = [array, ...others].every((one) => one?.isRequired);
  return withRequired(own, isRequired && own.isRequired);
};

/** As above; outside the array it is NULL. */
const optionalElement: CallFacts = (call, rows, proof) => optional(element(call, rows, proof));

/** An array of the elements of all its arguments that are arrays. */
const rearranged: CallFacts = (call, rows, proof) => {
  const { type } = call;
  const arrays = operandsOf(call).filter((operand) => operand.type.kind === 'ARRAY');
  const elements = arrays.flatMap((array) => proof.facts(array, rows).element ?? []);
  const own = type.kind === 'ARRAY' ? { element: ofEach(type.element, elements) } : {};
  return { ...plainFacts(call, rows, proof), ...own };
};

/** `||` of texts and of arrays. */
const concatenated: CallFacts = (call, rows, proof) =>
  call.type.kind === 'ARRAY' ? rearranged(call, rows, proof) : plainFacts(call, rows, proof);

/** An array whose elements are not NULL. */
const generated: CallFacts = (call, rows, proof) => {
  const { type } = call;
  const isWritable = call.arguments.every((argument) => proof.facts(argument, rows).isWritable);
  const own = vacuous(type).element ?? vacuous(type);
  const facts = plainFacts(call, rows, proof);
  return { ...facts, element: { ...asAnyInteger(own), isWritable } };
};

/** The second argument, or an error. */
const unlessFailed: CallFacts = ({ type, arguments: [, value] }, rows, proof) =>
  value ? proof.facts(value, rows) : unproven(type);

/** Functions that the lists do not describe. */
const SPECIAL: Readonly<Record<string, CallFacts>> = {
  $concat_op: concatenated,
  $is_null: always,
  $is_true: always,
  $is_false: always,
  $is_distinct_from: always,
  $is_not_distinct_from: always,
  TYPEOF: always,
  ISERROR: always,
  // A bound that is NULL is no bound.
  RANGE: always,
  COALESCE: firstValue,
  IFNULL: firstValue,
  IF: conditional,
  $case_no_value: conditional,
  $case_with_value: caseOf,
  NULLIF: nulled,
  NULLIFZERO: nulled,
  NULLIFERROR: nulled,
  ZEROIFNULL: zeroed,
  IFERROR: attempted,
  $unless_failed: unlessFailed,
  $array_at_offset: element,
  $array_at_ordinal: element,
  ARRAY_FIRST: element,
  ARRAY_LAST: element,
  $safe_array_at_offset: optionalElement,
  $safe_array_at_ordinal: optionalElement,
  ARRAY_CONCAT: rearranged,
  ARRAY_REVERSE: rearranged,
  ARRAY_SLICE: rearranged,
  SPLIT: generated,
  TO_CODE_POINTS: generated,
  GENERATE_ARRAY: generated,
  GENERATE_DATE_ARRAY: generated,
  GENERATE_TIMESTAMP_ARRAY: generated,
  GENERATE_RANGE_ARRAY: generated,
};
