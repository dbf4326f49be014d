import type { Parameter } from './endpoint.ts';
import { formatIsoTimestamp } from './iso-timestamp.ts';

/**
 * An argument for examples, in the formats of the REST path: the declared one; for a required parameter without one or a
 * default, one that is valid for its type. Undefined for others, which examples leave out.
 */
export function exampleArgument(
  { default: value, example, isRequired, type }: Parameter,
  now: bigint = BigInt(Date.now()) * 1_000n,
): unknown {
  if (example !== undefined) return example;
  if (!isRequired || value) return undefined;
  if (type.kind === 'ARRAY') return [];
  const moment = formatIsoTimestamp(now).slice(0, -1);
  return SUBSTITUTES[type.kind]?.(moment) ?? '';
}

/** By type; of all others the empty text. */
const SUBSTITUTES: Readonly<Record<string, (moment: string) => unknown>> = {
  BOOL: () => false,
  INT64: () => 0,
  FLOAT64: () => 0,
  NUMERIC: () => 0,
  BIGNUMERIC: () => 0,
  DATE: (moment) => moment.slice(0, 10),
  DATETIME: (moment) => moment,
  TIME: (moment) => moment.slice(11),
  TIMESTAMP: (moment) => moment,
  INTERVAL: () => '0-0 0 0:0:0',
  JSON: () => 'null',
};
