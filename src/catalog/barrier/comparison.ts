import {
  type BinaryOperator,
  type Column,
  type Expression,
  type FunctionCall,
  isClockShift,
  mayFail,
  parseTimestamp,
  type ResolvedExpression,
} from '#googlesql';
import { formatIsoTimestamp } from '../../endpoint/iso-timestamp.ts';
import { parseCondition } from './tenant-condition.ts';

/** A comparison of a column with constants that cannot fail for any value. */
export interface ColumnComparison {
  readonly column: Column;
  /** The same comparison, applied to another operand. */
  onto(operand: Expression): Expression;
}

/** The comparison of a TIMESTAMP or STRING column with constants; undefined for any other condition. */
export function comparisonOf(condition: ResolvedExpression): ColumnComparison | undefined {
  if (condition.kind !== 'call') return undefined;
  if (condition.function.name === '$between') return betweenOf(condition);
  return comparisonOfTime(condition) ?? comparisonOfText(condition);
}

const OPERATORS: Readonly<Record<string, BinaryOperator>> = {
  $equal: '=',
  $less: '<',
  $less_or_equal: '<=',
  $greater: '>',
  $greater_or_equal: '>=',
};

function comparisonOfTime(condition: FunctionCall): ColumnComparison | undefined {
  const operator = OPERATORS[condition.function.name];
  const [left, right] = condition.arguments;
  if (!operator || !left || !right) return undefined;
  if (left.kind === 'column') {
    const constant = constantTime(right);
    if (!constant) return undefined;
    return { column: left.column, onto: (operand) => binary(operator, operand, constant) };
  }
  const constant = right.kind === 'column' ? constantTime(left) : undefined;
  if (!constant || right.kind !== 'column') return undefined;
  return { column: right.column, onto: (operand) => binary(operator, constant, operand) };
}

function betweenOf({ arguments: [value, from, to] }: FunctionCall): ColumnComparison | undefined {
  const low = from && constantTime(from);
  const high = to && constantTime(to);
  if (value?.kind !== 'column' || !low || !high) return undefined;
  return {
    column: value.column,
    onto: (operand) => ({ kind: 'between', negated: false, operand, low, high, at: 0 }),
  };
}

function binary(operator: BinaryOperator, left: Expression, right: Expression): Expression {
  return { kind: 'binary', operator, left, right, at: 0 };
}

/** Builders of text comparisons, by function name. */
const TEXT_COMPARISONS: Readonly<
  Record<string, (operand: Expression, text: Expression) => Expression>
> = {
  $equal: (operand, text) => binary('=', operand, text),
  $like: (operand, text) => ({
    kind: 'like',
    negated: false,
    operand,
    quantifier: undefined,
    patterns: [text],
    at: 0,
  }),
  REGEXP_CONTAINS: (operand, text) => {
    const call = parseCondition("REGEXP_CONTAINS('', '')");
    if (call.kind !== 'call') throw new Error('Cannot build the condition');
    const values = [operand, text];
    const filled = call.arguments.map((argument, i) => ({ ...argument, value: values[i] ?? text }));
    return { ...call, arguments: filled };
  },
};

/** A comparison of a column with a string literal. */
function comparisonOfText(condition: FunctionCall): ColumnComparison | undefined {
  const write = TEXT_COMPARISONS[condition.function.name];
  const [left, right, ...more] = condition.arguments;
  if (!write || left?.kind !== 'column' || right?.kind !== 'literal' || more.length > 0) {
    return undefined;
  }
  if (right.type.kind !== 'STRING' || typeof right.value !== 'string') return undefined;
  if (left.column.type.kind !== 'STRING' || mayFail(condition)) return undefined;
  const text: Expression = { kind: 'literal', type: 'STRING', value: right.value, at: 0 };
  return { column: left.column, onto: (operand) => write(operand, text) };
}

/**
 * A TIMESTAMP expression with one value for all rows that cannot fail: a literal, a parameter, or the clock truncated
 * or shifted by a literal interval. Undefined for any other expression.
 */
function constantTime(expression: ResolvedExpression): Expression | undefined {
  const text = constantText(expression);
  return text === undefined ? undefined : parseCondition(text);
}

function constantText(expression: ResolvedExpression): string | undefined {
  if (expression.type.kind !== 'TIMESTAMP') return undefined;
  switch (expression.kind) {
    case 'literal':
      return typeof expression.value === 'bigint' ? literalText(expression.value) : undefined;
    case 'parameter':
      return `@${expression.name}`;
    case 'cast':
      return writtenTime(expression.expression);
    case 'call':
      return callText(expression);
    default:
      return undefined;
  }
}

function callText(call: FunctionCall): string | undefined {
  const { name } = call.function;
  const [first, second] = call.arguments;
  if (!first) return undefined;
  if (name === 'TIMESTAMP' && !second) return constantText(first) ?? writtenTime(first);
  const inner = constantText(first);
  if (inner === undefined) return undefined;
  if (name === 'TIMESTAMP_TRUNC' && !second) return `${name}(${inner}, ${call.part})`;
  if (!isClockShift(call) || second?.kind !== 'literal') return undefined;
  return `${name}(${inner}, INTERVAL ${second.value} ${call.part})`;
}

/** The TIMESTAMP literal of a string literal. */
function writtenTime(text: ResolvedExpression): string | undefined {
  if (text.kind !== 'literal' || typeof text.value !== 'string') return undefined;
  const micros = parseTimestamp(text.value);
  return typeof micros === 'bigint' ? literalText(micros) : undefined;
}

function literalText(micros: bigint): string {
  return `TIMESTAMP '${formatIsoTimestamp(micros).replace('T', ' ').replace('Z', '+00')}'`;
}
