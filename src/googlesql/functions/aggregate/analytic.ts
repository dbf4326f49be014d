import { SqlError } from '../../sql-error.ts';
import { typeName } from '../../types.ts';
import type { LiteralValue } from '../../value.ts';
import type { FunctionDefinition, Lowering, Overload } from '../core/define.ts';
import { quoteText } from '../core/quote.ts';
import { ArgumentError, requireConstant } from '../core/signatures/argument-check.ts';
import { supportsOrdering } from '../core/signatures/coercion.ts';
import { nanFirst, nullable } from './quantile.ts';

function analytic(
  name: string,
  overloads: readonly Overload[],
  allows: FunctionDefinition['allows'],
  check?: FunctionDefinition['check'],
): FunctionDefinition {
  const definition = { name, kind: 'analytic', group: 'Analytic', overloads } as const;
  const all = { over: true, windowFrame: false, windowOrder: 'required', ...allows } as const;
  return { ...definition, allows: all, ...(check ? { check } : {}) };
}

/** Lowers to DuckDB's window function of the same name. */
function over(name: string): Lowering {
  return (call) => {
    const nulls = call.aggregate?.nulls === 'IGNORE' ? ' IGNORE NULLS' : '';
    return `${name}(${call.arguments.join(', ')}${nulls})${call.aggregate?.over ?? ''}`;
  };
}

/** A percentile over a whole partition, ignoring NULLs unless RESPECT NULLS is given. */
const lowerPercentileDisc: Lowering = (call) => {
  const { arguments: args, aggregate, literals, types } = call;
  const [value = '', place = ''] = args;
  const over = aggregate?.over ?? '';
  const at = exactPlace(place, literals[1]);
  const isFloat = types[0]?.kind === 'FLOAT64';
  if (aggregate?.nulls !== 'RESPECT' && !isFloat) return `quantile_disc(${value}, ${at})${over}`;
  const item = isFloat ? nanFirst(value) : nullable(value);
  const filter = aggregate?.nulls === 'RESPECT' ? '' : ` FILTER (WHERE ${value} IS NOT NULL)`;
  return `struct_extract(quantile_disc(${item}, ${at})${filter}${over}, 'item')`;
};

/**
 * NaN is the smallest float: it takes part in the interpolation as -infinity, and a resulting -infinity becomes NaN
 * again.
 */
const lowerPercentileCont: Lowering = ({ arguments: args, aggregate, literals }) => {
  if (aggregate?.nulls === 'RESPECT') {
    throw new SqlError('RESPECT NULLS is not supported in PERCENTILE_CONT');
  }
  const [value = '', place = ''] = args;
  const over = aggregate?.over ?? '';
  const plain = `quantile_cont(gsql_percentile_key(${value}), ${exactPlace(place, literals[1])})${over}`;
  return `gsql_percentile(${plain}, coalesce(bool_or(isnan(${value}))${over}, false))`;
};

/** The percentile with all digits of its double: DuckDB counts rows exactly with a decimal and rounds with a double. */
function exactPlace(sql: string, literal: LiteralValue | undefined): string {
  const digits =
    typeof literal === 'number' ? quoteText(literal.toFixed(26)) : `printf('%.26f', ${sql})`;
  return `CAST(${digits} AS DECIMAL(27, 26))`;
}

function requirePlace(name: string): FunctionDefinition['check'] {
  return (call) => {
    requireConstant(name, 1)(call);
    const place = call.literals[1];
    if (typeof place === 'number' && !(place >= 0 && place <= 1)) {
      throw new ArgumentError(`Argument 2 to ${name} must be between 0 and 1`, 1);
    }
  };
}

function requireOffset(name: string): FunctionDefinition['check'] {
  return (call) => {
    requireConstant(name, 1)(call);
    const offset = call.literals[1];
    if (typeof offset === 'bigint' && offset < 0n) {
      throw new Error(`The offset to the function ${name} must not be negative`);
    }
  };
}

function requireValue(name: string): FunctionDefinition['check'] {
  return ({ literals }) => {
    if (literals[0] === null)
      throw new ArgumentError(`The argument to ${name} must be non-NULL`, 0);
  };
}

const VALUE = { nulls: true, windowFrame: true } as const;
const PERCENTILE = { nulls: true, windowOrder: 'refused' } as const;

/** Functions that are valid only with an OVER clause. */
export const ANALYTIC_FUNCTIONS: readonly FunctionDefinition[] = [
  analytic('ROW_NUMBER', [['() -> INT64', over('row_number')]], { windowOrder: 'optional' }),
  analytic('RANK', [['() -> INT64', over('rank')]], {}),
  analytic('DENSE_RANK', [['() -> INT64', over('dense_rank')]], {}),
  analytic('PERCENT_RANK', [['() -> FLOAT64', over('percent_rank')]], {}),
  analytic('CUME_DIST', [['() -> FLOAT64', over('cume_dist')]], {}),
  analytic('NTILE', [['(INT64) -> INT64', over('ntile')]], {}, ({ literals, constants }) => {
    if (!constants[0])
      throw new ArgumentError('The argument to NTILE must be a literal or query parameter', 0);
    const [count] = literals;
    if (typeof count === 'bigint' && count < 1n) {
      throw new ArgumentError('The argument to NTILE must be at least 1', 0);
    }
  }),
  analytic('LAG', [['(T1, INT64?, T1?) -> T1', over('lag')]], {}, requireOffset('LAG')),
  analytic('LEAD', [['(T1, INT64?, T1?) -> T1', over('lead')]], {}, requireOffset('LEAD')),
  analytic(
    'FIRST_VALUE',
    [['(T1) -> T1', over('first_value')]],
    VALUE,
    requireValue('FIRST_VALUE'),
  ),
  analytic('LAST_VALUE', [['(T1) -> T1', over('last_value')]], VALUE, requireValue('LAST_VALUE')),
  analytic(
    'NTH_VALUE',
    [['(T1, INT64) -> T1', over('nth_value')]],
    VALUE,
    requireConstant('NTH_VALUE', 1, 1),
  ),
  analytic(
    'PERCENTILE_CONT',
    [['(FLOAT64, FLOAT64) -> FLOAT64', lowerPercentileCont]],
    PERCENTILE,
    requirePlace('PERCENTILE_CONT'),
  ),
  analytic(
    'PERCENTILE_DISC',
    [['(T1, FLOAT64) -> T1', lowerPercentileDisc]],
    PERCENTILE,
    (call) => {
      const [type] = call.types;
      if (type && !supportsOrdering(type)) {
        const words = `must support ordering; Type ${typeName(type)} does not`;
        throw new ArgumentError(`Argument 1 to PERCENTILE_DISC ${words}`, 0);
      }
      requirePlace('PERCENTILE_DISC')?.(call);
    },
  ),
];
