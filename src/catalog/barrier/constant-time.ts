import { formatIsoTimestamp } from '../../endpoint/iso-timestamp.ts';
import {
  type Expression,
  type FunctionCall,
  isClockShift,
  parseTimestamp,
  type ResolvedExpression,
} from '../../googlesql/index.ts';
import { parseCondition } from './tenant-condition.ts';

/**
 * A TIMESTAMP expression with one value for all rows that cannot fail: a literal, a parameter, or the clock truncated
 * or shifted by a literal interval. Undefined for any other expression.
 */
export function constantTime(expression: ResolvedExpression): Expression | undefined {
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
