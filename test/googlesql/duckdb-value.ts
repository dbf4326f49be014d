import {
  DuckDBBlobValue,
  DuckDBDateValue,
  DuckDBDecimalValue,
  DuckDBIntervalValue,
  DuckDBListValue,
  DuckDBStructValue,
  DuckDBTimestampTZValue,
  DuckDBTimestampValue,
  DuckDBTimeValue,
  type DuckDBValue,
} from '@duckdb/node-api';
import { integerValue, type Value } from '../../src/googlesql/value.ts';
import { dateText, isoText } from '../oracle/civil-time.ts';
import { intervalParts } from '../oracle/packed-number.ts';

/** A value of DuckDB in the canonical form; anything that the printer should not have let out is an error. */
export function canonicalValue(value: DuckDBValue): Value {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return value;
  if (typeof value === 'number') return value;
  if (typeof value === 'bigint') return integerValue(value);
  if (value instanceof DuckDBListValue) return value.items.map(canonicalValue);
  if (value instanceof DuckDBStructValue) return Object.values(value.entries).map(canonicalValue);
  return canonicalScalar(value);
}

function canonicalScalar(value: DuckDBValue & object): Value {
  if (value instanceof DuckDBTimestampTZValue) return integerValue(value.micros);
  if (value instanceof DuckDBTimestampValue) return isoText(value.micros);
  if (value instanceof DuckDBDateValue) return dateText(value.days);
  if (value instanceof DuckDBTimeValue) return isoText(value.micros).slice(11);
  if (value instanceof DuckDBBlobValue) return Buffer.from(value.bytes).toString('base64');
  if (value instanceof DuckDBIntervalValue) {
    return intervalParts(value.months, value.days, value.micros);
  }
  if (value instanceof DuckDBDecimalValue)
    return value
      .toString()
      .replace(/(\.\d*?)0+$/, '$1')
      .replace(/\.$/, '');
  throw new Error(`Cannot read a value of DuckDB: ${value.constructor.name}`);
}
