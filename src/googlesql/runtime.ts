/**
 * The part of the compiler's public interface that needs no compiler: types, values and their texts, tables, and what an
 * engine needs that runs printed SQL. An engine process loads it alone.
 */

export {
  dataExcerpt,
  isDataMessage,
  nullElementMessage,
  UNKNOWN_DATA_ERROR,
} from './data-messages.ts';
export { bindingType, boundScalar } from './duckdb/expressions/literal.ts';
export { excerpt, jsonExcerpt, nameList } from './excerpt.ts';
export { type CastElement, readCastFormat } from './functions/conversion/cast-format.ts';
export { type NumberFormat, readNumberFormat } from './functions/conversion/number-format.ts';
export { commonDigits, type Digits, decimalType, digitsWith } from './functions/core/digits.ts';
export { duckdbType } from './functions/core/duckdb-type.ts';
export { ENGINE_FUNCTIONS, PRELUDE, readMacros } from './functions/core/macros.ts';
export { quoteName, quoteText } from './functions/core/quote.ts';
export {
  isTimestamp,
  MAX_TIMESTAMP,
  parseDate,
  parseDatetime,
  parseRange,
  parseTime,
  parseTimestamp,
  timestampText,
} from './functions/datetime/civil-time.ts';
export { intervalText, parseIntervalText } from './functions/datetime/interval/interval-text.ts';
export {
  bigNumericText,
  isBigNumeric,
  isNumeric,
  numericText,
  parseBigDecimal,
  parseDecimal,
} from './functions/math/decimal-text.ts';
export {
  isReservedColumn,
  pseudoColumns,
  readableColumns,
  TABLE_SUFFIX,
  timeColumns,
} from './pseudo-columns.ts';
export {
  parseTable,
  type SchemaField,
  standardType,
  type Table,
  type TableColumn,
  type TableTraits,
} from './table.ts';
export {
  type ArrayType,
  arrayOf,
  RANGE_KINDS,
  type RangeKind,
  SCALARS,
  type ScalarKind,
  type ScalarType,
  type StructField,
  type StructType,
  sameType,
  structOf,
  type Type,
  typeName,
} from './types.ts';
export {
  ARRAY_BYTES,
  integerValue,
  type LiteralValue,
  NUMBER_BYTES,
  type Row,
  rowsBytes,
  SLOT_BYTES,
  textBytes,
  type Value,
  valueBytes,
} from './value.ts';
