import { typeName } from '../../types.ts';
import { type FunctionDefinition, overloadsOf, scalarGroup } from '../core/define.ts';
import { bind, itself, lowerAttempt, native, pattern } from '../core/lowering.ts';
import { replaceVolatile } from '../core/print-sql.ts';
import type { LoweredCall } from '../core/signatures/signature.ts';
import { join, NULL, type Sql, sql, textOf, variable } from '../core/sql.ts';
import { lowerEqual, requireEquality, requireOrdering } from './comparison.ts';

const conditional = scalarGroup('Conditional');

function lowerNullif(call: LoweredCall): Sql {
  const [type] = call.types;
  return bind(call, ([value = NULL, other = NULL]) => {
    const left = { sql: value, literal: call.literals[0] };
    const right = { sql: other, literal: call.literals[1] };
    const equal = type ? lowerEqual(type, left, right) : NULL;
    return sql`CASE WHEN ${equal} THEN NULL ELSE ${value} END`;
  });
}

/** GREATEST or LEAST; the result is NULL or NaN if any value is. */
function extreme(name: 'greatest' | 'least') {
  return (call: LoweredCall): Sql => {
    if (call.arguments.length === 1) return itself(call);
    return bind(call, (names) => {
      const nulls = names.map((own) => sql`${own} IS NULL`);
      const isNull = join(' OR ', nulls);
      if (call.type.kind === 'INTERVAL') return extremeInterval(name, names, isNull);
      const result = sql`${name}(${names})`;
      if (call.type.kind !== 'FLOAT64')
        return sql`CASE WHEN ${isNull} THEN NULL ELSE ${result} END`;
      const isNan = names.map((own) => sql`isnan(${own})`);
      return sql`CASE WHEN ${isNull} THEN NULL WHEN ${join(' OR ', isNan)} THEN CAST('nan' AS DOUBLE) ELSE ${result} END`;
    });
  };
}

/** The first of the longest or shortest intervals: DuckDB's own functions compare their parts instead. */
function extremeInterval(name: 'greatest' | 'least', names: readonly Sql[], isNull: Sql) {
  const operator = name === 'greatest' ? '>=' : '<=';
  const cases = names.map((one) => {
    const wins = names
      .filter((other) => other !== one)
      .map((other) => sql`${one} ${operator} ${other}`);
    return sql`WHEN ${join(' AND ', wins)} THEN ${one}`;
  });
  return sql`CASE WHEN ${isNull} THEN NULL ${join(' ', cases)} END`;
}

const FAILED = 'Cannot compute an aggregate of values that cannot be computed';

const NUMBERS = ['INT64', 'FLOAT64', 'NUMERIC', 'BIGNUMERIC'] as const;

/** Functions that select one of their arguments. */
export const CONDITIONAL_FUNCTIONS: readonly FunctionDefinition[] = [
  conditional('COALESCE', [['(T1...) -> T1', native('coalesce')]]),
  conditional('IF', [['(BOOL, T1, T1) -> T1', pattern('CASE WHEN $1 THEN $2 ELSE $3 END')]]),
  conditional('IFNULL', [['(T1, T1) -> T1', pattern('coalesce($1, $2)')]]),
  conditional('NULLIF', [['(T1, T1) -> T1', lowerNullif]], requireEquality()),
  conditional('GREATEST', [['(T1...) -> T1', extreme('greatest')]], requireOrdering()),
  conditional('LEAST', [['(T1...) -> T1', extreme('least')]], requireOrdering()),
  conditional('NULLIFZERO', overloadsOf(NUMBERS, '(T) -> T', pattern('nullif($1, 0)'))),
  conditional('ZEROIFNULL', overloadsOf(NUMBERS, '(T) -> T', pattern('coalesce($1, 0)'))),
  conditional('TYPEOF', [
    ['(T1) -> STRING', ({ types: [type] }) => textOf(type ? typeName(type) : '')],
  ]),
  conditional('IFERROR', [['(T1, T1) -> T1', lowerIferror]]),
  conditional('ISERROR', [
    ['(T1) -> BOOL', ({ arguments: [value] }) => sql`(${attempt(sql`[${value}]`)} IS NULL)`],
  ]),
  conditional('NULLIFERROR', [['(T1) -> T1', ({ arguments: [value = NULL] }) => attempt(value)]]),
  conditional('$unless_failed', [
    ['(BOOL, T1) -> T1', pattern(`CASE WHEN $1 THEN gsql_error('${FAILED}') ELSE $2 END`)],
  ]),
];

/** As `lowerAttempt`, with the values of volatile functions taken before it: DuckDB refuses these in what is tried. */
function attempt(value: Sql): Sql {
  const fields: Sql[] = [];
  const tried = replaceVolatile(value, (part) => {
    fields.push(sql`r${fields.length}: ${part}`);
    return variable(`drawn.r${fields.length - 1}`);
  });
  if (fields.length === 0) return lowerAttempt(value);
  return sql`list_transform([{${fields}}], lambda drawn: ${lowerAttempt(tried)})[1]`;
}

/** The value is wrapped in a list, which distinguishes a NULL value from a failure. */
function lowerIferror({ arguments: [value, otherwise] }: LoweredCall): Sql {
  return sql`list_transform([{tried: ${attempt(sql`[${value}]`)}}], lambda gsql_attempt: CASE WHEN gsql_attempt.tried IS NULL THEN ${otherwise} ELSE gsql_attempt.tried[1] END)[1]`;
}

/** Functions that catch the errors of their arguments, which are therefore not computed beforehand for SAFE. */
export const ERROR_CATCHING: ReadonlySet<string> = new Set(['IFERROR', 'ISERROR', 'NULLIFERROR']);

/** Functions that may leave all arguments but the first unevaluated. */
export const BRANCHING: ReadonlySet<string> = new Set([
  ...['IF', 'IFNULL', 'COALESCE', '$case_no_value', '$case_with_value'],
]);
