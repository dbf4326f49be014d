import type { LiteralValue } from '../../value.ts';
import type { ResolvedCast, ResolvedExpression, ResolvedParameter } from '../resolved/resolved.ts';
import { everyExpression, operandsOf } from '../resolved/traverse.ts';

/** The values of literals, and of parameters by their lower-case names. */
type Values = ReadonlyMap<string, LiteralValue>;

type Evaluate = (values: readonly LiteralValue[]) => LiteralValue;

const present: Evaluate = (values) => values.find((value) => value !== null) ?? null;

const joined: Evaluate = (values) => (values.includes(null) ? null : values.join(''));

/** The functions that choose among values, their conditions, and those that join texts. */
const FUNCTIONS: Readonly<Record<string, Evaluate>> = {
  $concat_op: joined,
  COALESCE: present,
  CONCAT: joined,
  IFNULL: present,
  IF: ([condition, value = null, other = null]) => (condition === true ? value : other),
  NULLIF: ([value = null, other]) => (value === other ? null : value),
  $case_no_value: (values) => chosen(values, (condition) => condition === true),
  $case_with_value: ([operand = null, ...values]) =>
    chosen(values, (value) => value !== null && value === operand),
  $equal: ([left = null, right = null]) =>
    left === null || right === null ? null : left === right,
  $is_null: ([value]) => value === null,
  $not: ([value = null]) => (value === null ? null : !value),
  $and: (values) => (values.includes(false) ? false : values.includes(null) ? null : true),
  $or: (values) => (values.includes(true) ? true : values.includes(null) ? null : false),
};

/** The value after the first that is taken; an odd one at the end is that of ELSE. */
function chosen(
  values: readonly LiteralValue[],
  isTaken: (value: LiteralValue) => boolean,
): LiteralValue {
  for (let i = 0; i + 1 < values.length; i += 2) {
    if (isTaken(values[i] ?? null)) return values[i + 1] ?? null;
  }
  return values.length % 2 === 1 ? (values.at(-1) ?? null) : null;
}

/** Types whose values are equal where JavaScript's are. */
const PLAIN: ReadonlySet<string> = new Set(['BOOL', 'INT64', 'STRING']);

/** Whether an expression has a value that is known once those of its parameters are. */
export function isValued(expression: ResolvedExpression): boolean {
  const isPlain = PLAIN.has(expression.type.kind);
  if (expression.kind === 'literal' || expression.kind === 'parameter') {
    return isPlain || expression.type.kind === 'BYTES';
  }
  if (expression.kind === 'cast')
    return isPlain && isValued(expression.expression) && isKept(expression);
  if (!isPlain || expression.kind !== 'call' || expression.safe) return false;
  return (
    Object.hasOwn(FUNCTIONS, expression.function.name) &&
    operandsOf(expression).every((own) => own.type.kind !== 'BYTES' && isValued(own))
  );
}

/** Whether a cast does not change its operand's value. */
function isKept({ expression: operand, type }: ResolvedCast): boolean {
  return operand.type.kind === type.kind || (operand.kind === 'literal' && operand.value === null);
}

/** The value of such an expression. */
export function constantValue(expression: ResolvedExpression, values: Values): LiteralValue {
  if (expression.kind === 'literal') return expression.value;
  if (expression.kind === 'parameter') return values.get(expression.name) ?? null;
  if (expression.kind === 'cast') return constantValue(expression.expression, values);
  const evaluate = expression.kind === 'call' ? FUNCTIONS[expression.function.name] : undefined;
  if (expression.kind !== 'call' || !evaluate) throw new TypeError('The value is not constant');
  return evaluate(operandsOf(expression).map((operand) => constantValue(operand, values)));
}

/** The names of the parameters in an expression, each once. */
export function parametersOf(expression: ResolvedExpression): readonly string[] {
  const parts = everyExpression([expression], 'all');
  const parameters = parts.filter((part): part is ResolvedParameter => part.kind === 'parameter');
  return [...new Set(parameters.map(({ name }) => name))];
}
