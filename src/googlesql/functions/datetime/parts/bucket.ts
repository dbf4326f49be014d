import type { FunctionDefinition, Lowering } from '../../core/define.ts';
import { bind } from '../../core/lowering.ts';
import { sql } from '../../core/sql.ts';
import { timeFunction } from '../time-function.ts';

/** A bucket function of one type; buckets are counted from 1950 where a call gives no origin. */
function bucket(
  type: 'DATE' | 'DATETIME' | 'TIMESTAMP',
  macro: string,
  origin: string,
): FunctionDefinition {
  const lower: Lowering = (call) => {
    const given = call.arguments[2] ?? sql`${origin}`;
    const literals = [...call.literals.slice(0, 2), undefined];
    return bind(
      { arguments: [...call.arguments.slice(0, 2), given], literals },
      (names) => sql`${macro}${names})`,
    );
  };
  return timeFunction(`${type}_BUCKET`, [[`(${type}, INTERVAL, ${type}?) -> ${type}`, lower]]);
}

/** The start of the bucket of a width that a time is in. */
export const BUCKET_FUNCTIONS: readonly FunctionDefinition[] = [
  bucket('DATE', 'gsql_date_bucket(', "DATE '1950-01-01'"),
  bucket('DATETIME', "gsql_datetime_bucket('DATETIME_BUCKET', ", "TIMESTAMP '1950-01-01 00:00:00'"),
  bucket('TIMESTAMP', 'gsql_timestamp_bucket(', "TIMESTAMPTZ '1950-01-01 00:00:00+00'"),
];
