import {
  type RangeElement,
  rangeElement,
  SCALARS,
  type ScalarKind,
  type StructType,
  sameType,
  type Type,
} from '../../types.ts';
import { asNumeric, type Digits } from '../core/digits.ts';
import { duckdbFieldName, duckdbType } from '../core/duckdb-type.ts';
import { bind, lowerAttempt } from '../core/lowering.ts';
import { quoteName, quoteText } from '../core/quote.ts';
import { castAs, fieldOf, NULL, type Sql, sql, textOf, variable } from '../core/sql.ts';
import { RANGE_FORM } from '../datetime/civil-time.ts';
import { decimalFloat, lowerDecimalCast } from './decimal-cast.ts';

/** The cast of one scalar type to another; the operand `x` may occur several times. */
interface ScalarCast {
  /** The value, or NULL if the cast fails. */
  readonly attempt: (x: Sql) => Sql;
  /** The error message if the cast fails; undefined if it cannot fail. */
  readonly message?: (x: Sql) => Sql;
  /** Whether the operand occurs once, and not in a macro, which may repeat it: then it need not be bound to a name. */
  readonly isOnce?: boolean;
}

/** A cast that cannot fail. */
function total(attempt: (x: Sql) => Sql): ScalarCast {
  return { attempt };
}

/** A cast that cannot fail, by functions of DuckDB's own that read the operand once. */
function native(attempt: (x: Sql) => Sql): ScalarCast {
  return { attempt, isOnce: true };
}

/** A cast through a macro that returns NULL on failure. */
function partial(macro: string, message: (x: Sql) => Sql): ScalarCast {
  return { attempt: (x) => sql`${macro}(${x})`, message };
}

function as(type: string): ScalarCast {
  return native((x) => castAs(x, type));
}

function bad(words: string): (x: Sql) => Sql {
  return (x) => sql`'${words} ' || gsql_shortened(${x})`;
}

function quoted(words: string, mark: string): (x: Sql) => Sql {
  return (x) => sql`${quoteText(words)} || ' ' || ${quoteText(mark)} || ${x} || ${quoteText(mark)}`;
}

/** A float that the other type cannot hold is too large or not a number. */
function floatMessage(target: string, article: string): (x: Sql) => Sql {
  return (x) =>
    sql`CASE WHEN isfinite(${x}) THEN '${target} out of range: ' ELSE 'Illegal conversion of non-finite floating point number to ${article}: ' END || printf('%g', ${x})`;
}

/** The start or the end of a range, NULL where it is unbounded. */
export function boundOf(range: Sql, name: 'start' | 'end', type: Type): Sql {
  const own = duckdbType(rangeElement(type) ?? type);
  return sql`nullif(${fieldOf(range, name)}, CAST('${INFINITY[name]}' AS ${own}))`;
}

const INFINITY = { start: '-infinity', end: 'infinity' } as const;

/** The text of a range is that of its bounds. */
function fromRange(element: RangeElement): ScalarCast {
  const type = SCALARS[`RANGE<${element}>`];
  const text = (x: Sql, name: 'start' | 'end') =>
    castOperand(boundOf(x, name, type), SCALARS[element], SCALARS.STRING, false);
  return total(
    (x) =>
      sql`CASE WHEN ${x} IS NOT NULL THEN gsql_range_text(${text(x, 'start')}, ${text(x, 'end')}) END`,
  );
}

function toRange(element: RangeElement): ScalarCast {
  const bound = (x: Sql, name: 'start' | 'end', n: number) => {
    const text = sql`gsql_bound_text(${x}, ${n})`;
    const value = castOperand(text, SCALARS.STRING, SCALARS[element], true);
    const infinite = sql`CAST('${INFINITY[name]}' AS ${duckdbType(SCALARS[element])})`;
    return sql`CASE WHEN gsql_is_unbounded(${text}) THEN ${infinite} ELSE ${value} END`;
  };
  return {
    attempt: (x) =>
      sql`gsql_if_range({'start': ${bound(x, 'start', 1)}, 'end': ${bound(x, 'end', 2)}})`,
    message: (x) =>
      sql`${quoteText(`Failed to parse range: ${RANGE_FORM} (found `)} || gsql_shortened(${x}) || ')'`,
  };
}

const toText = as('VARCHAR');
const DECIMAL = 'DECIMAL(38, 9)';

/** DuckDB rounds decimal text half away from zero, as GoogleSQL does a BIGNUMERIC. */
function ofBigText(type: string, name: string): ScalarCast {
  return {
    attempt: (x) => sql`TRY_CAST(gsql_bignumeric_text(${x}) AS ${type})`,
    message: (x) => sql`'${name} out of range: ' || gsql_bignumeric_text(${x})`,
  };
}

const CASTS: Readonly<
  Partial<Record<ScalarKind, Readonly<Partial<Record<ScalarKind, ScalarCast>>>>>
> = {
  BOOL: { INT64: as('BIGINT'), STRING: toText },
  INT64: {
    BOOL: native((x) => sql`(${x} != 0)`),
    FLOAT64: as('DOUBLE'),
    NUMERIC: as(DECIMAL),
    BIGNUMERIC: total((x) => sql`gsql_int64_bignumeric(${x})`),
    STRING: toText,
  },
  FLOAT64: {
    INT64: {
      attempt: (x) => sql`TRY_CAST(round(${x}) AS BIGINT)`,
      message: floatMessage('int64', 'an integer'),
    },
    NUMERIC: partial('gsql_float_numeric', floatMessage('numeric', 'numeric')),
    BIGNUMERIC: partial('gsql_float_bignumeric', floatMessage('BIGNUMERIC', 'BIGNUMERIC')),
    STRING: total((x) => sql`gsql_float_text(${x})`),
  },
  NUMERIC: {
    INT64: {
      // DuckDB's divisions of 128 bits take a microsecond.
      attempt: (x) =>
        sql`CASE WHEN ${x} BETWEEN -999999999 AND 999999999 THEN CAST(CAST(${x} AS DECIMAL(18, 9)) AS BIGINT) ELSE TRY_CAST(${x} AS BIGINT) END`,
      message: (x) => sql`'int64 out of range: ' || gsql_numeric_text(${x})`,
    },
    FLOAT64: total((x) => decimalFloat(x, 9)),
    BIGNUMERIC: total((x) => sql`gsql_numeric_bignumeric(${x})`),
    STRING: total((x) => sql`gsql_numeric_text(${x})`),
  },
  BIGNUMERIC: {
    INT64: ofBigText('BIGINT', 'int64'),
    FLOAT64: total((x) => sql`CAST(gsql_bignumeric_text(${x}) AS DOUBLE)`),
    NUMERIC: ofBigText(DECIMAL, 'numeric'),
    STRING: total((x) => sql`gsql_bignumeric_text(${x})`),
  },
  STRING: {
    BOOL: partial('gsql_text_bool', bad('Bad bool value:')),
    INT64: partial('gsql_text_int64', bad('Bad int64 value:')),
    FLOAT64: partial('gsql_text_float64', bad('Bad double value:')),
    NUMERIC: partial('gsql_text_numeric', bad('Invalid NUMERIC value:')),
    BIGNUMERIC: partial('gsql_text_bignumeric', bad('Invalid BIGNUMERIC value:')),
    BYTES: native((x) => sql`encode(${x})`),
    DATE: partial('gsql_text_date', quoted('Invalid date:', "'")),
    DATETIME: partial('gsql_text_datetime', quoted('Invalid datetime string', '"')),
    TIME: partial('gsql_text_time', quoted('Invalid time string', '"')),
    TIMESTAMP: partial('gsql_text_timestamp', quoted('Invalid timestamp:', "'")),
    INTERVAL: partial('gsql_text_interval', quoted('Invalid INTERVAL value', "'")),
    'RANGE<DATE>': toRange('DATE'),
    'RANGE<DATETIME>': toRange('DATETIME'),
    'RANGE<TIMESTAMP>': toRange('TIMESTAMP'),
  },
  BYTES: {
    STRING: {
      attempt: (x) => sql`TRY(decode(${x}))`,
      message: () => textOf('Invalid cast of bytes to UTF8 string'),
    },
  },
  DATE: { STRING: toText, DATETIME: as('TIMESTAMP'), TIMESTAMP: as('TIMESTAMPTZ') },
  DATETIME: {
    STRING: total((x) => sql`gsql_datetime_text(${x})`),
    DATE: as('DATE'),
    TIME: as('TIME'),
    TIMESTAMP: native((x) => sql`make_timestamptz(epoch_us(${x}))`),
  },
  TIME: { STRING: total((x) => sql`gsql_time_text(${x})`) },
  // By microseconds: casts of TIMESTAMPTZ go through ICU, which is ten times slower.
  TIMESTAMP: {
    STRING: total((x) => sql`(gsql_datetime_text(make_timestamp(epoch_us(${x}))) || '+00')`),
    DATE: native((x) => sql`CAST(make_timestamp(epoch_us(${x})) AS DATE)`),
    DATETIME: native((x) => sql`make_timestamp(epoch_us(${x}))`),
    TIME: native((x) => sql`CAST(make_timestamp(epoch_us(${x})) AS TIME)`),
  },
  INTERVAL: { STRING: total((x) => sql`gsql_interval_text(${x})`) },
  'RANGE<DATE>': { STRING: fromRange('DATE') },
  'RANGE<DATETIME>': { STRING: fromRange('DATETIME') },
  'RANGE<TIMESTAMP>': { STRING: fromRange('TIMESTAMP') },
};

/** Whether CAST accepts a pair of types. */
export function canCast(from: Type, to: Type): boolean {
  if (from.kind === 'ARRAY') return to.kind === 'ARRAY' && canCast(from.element, to.element);
  if (from.kind === 'STRUCT') {
    if (to.kind !== 'STRUCT' || from.fields.length !== to.fields.length) return false;
    return from.fields.every((field, i) => canCast(field.type, to.fields[i]?.type ?? field.type));
  }
  return from.kind === to.kind || scalarCast(from, to) !== undefined;
}

/**
 * CAST, or SAFE_CAST if `safe`, between two types for which `canCast` holds; of a NUMERIC that is a DECIMAL of few digits
 * if they are given.
 */
export function lowerCast(
  value: Sql,
  from: Type,
  to: Type,
  safe: boolean,
  digits: Digits | undefined = undefined,
): Sql {
  if (digits)
    return lowerDecimalCast(value, digits, to) ?? lowerCast(asNumeric(value), from, to, safe);
  if (sameType(from, to)) return value;
  if (scalarCast(from, to)?.isOnce) return castOperand(value, from, to, safe);
  return bind({ arguments: [value], literals: [] }, ([x = NULL]) => castOperand(x, from, to, safe));
}

/** Undefined where either type is none of a scalar, or there is no such cast. */
function scalarCast(from: Type, to: Type): ScalarCast | undefined {
  return CASTS[from.kind as ScalarKind]?.[to.kind as ScalarKind];
}

/** A cast whose operand may occur several times. */
function castOperand(x: Sql, from: Type, to: Type, safe: boolean): Sql {
  if (sameType(from, to)) return x;
  if (from.kind === 'ARRAY' && to.kind === 'ARRAY') {
    const items = sql`list_transform(${x}, lambda e: ${castOperand(variable('e'), from.element, to.element, false)})`;
    // One failing element makes the whole array NULL.
    return safe ? lowerAttempt(items) : items;
  }
  if (from.kind === 'STRUCT' && to.kind === 'STRUCT') return castStruct(x, from, to, safe);
  const cast = scalarCast(from, to);
  if (!cast) throw new Error(`Cannot cast from ${duckdbType(from)} to ${duckdbType(to)}`);
  const attempt = cast.attempt(x);
  if (safe || !cast.message) return attempt;
  return sql`coalesce(${attempt}, CASE WHEN ${x} IS NOT NULL THEN gsql_error(${cast.message(x)}) END)`;
}

function castStruct(x: Sql, from: StructType, to: StructType, safe: boolean): Sql {
  const fields = to.fields.map((field, i) => {
    const name = quoteName(duckdbFieldName(to, i));
    const value = fieldOf(x, duckdbFieldName(from, i));
    return sql`${name} := ${castOperand(value, from.fields[i]?.type ?? field.type, field.type, safe)}`;
  });
  return sql`CASE WHEN ${x} IS NOT NULL THEN struct_pack(${fields}) END`;
}

/** CAST to STRING of an operand of any scalar type. */
export function lowerText(value: Sql, from: Type): Sql {
  return lowerCast(value, from, SCALARS.STRING, false);
}
