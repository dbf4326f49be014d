import { folded } from '../core/aggregate-call.ts';
import type { Lowering } from '../core/define.ts';
import { argumentsOf, bind, constant } from '../core/lowering.ts';
import { NULL, type Part, type Sql, sql } from '../core/sql.ts';

/** An operation on units of BIGNUMERIC that the engine computes; NULL where it is out of range, or divides by 0. */
export function computedBig(name: string, a: Sql, b: Part): Sql {
  return sql`CAST(gsql_bignumeric('${name}', CAST(${a} AS VARCHAR), CAST(${b} AS VARCHAR)) AS BIGNUM)`;
}

/** `*`, `/`, DIV or MOD, or its SAFE form. */
export function lowerBigOperation(name: '*' | '/' | 'DIV' | 'MOD', safe = false): Lowering {
  return (call) =>
    bind(call, ([a = NULL, b = NULL]) => {
      const value = computedBig(name, a, b);
      return safe ? value : sql`gsql_bignumeric_operation('${name}', ${a}, ${b}, ${value})`;
    });
}

/** ROUND, TRUNC, CEIL or FLOOR. */
export function roundBig(name: 'ROUND' | 'TRUNC' | 'CEIL' | 'FLOOR'): Lowering {
  return (call) => {
    const digits = String(constant(call, 1) ?? 0n);
    const mode = call.literals[2] === 'ROUND_HALF_EVEN' ? 'ROUND_HALF_EVEN' : name;
    const rest = call.arguments.length > 1 ? `, ${digits})` : ')';
    return bind(argumentsOf(call, 0, 1), ([x = NULL]) => {
      const written = sql`'${name}(' || gsql_bignumeric_text(${x}) || '${rest}'`;
      return sql`gsql_bignumeric_result(${computedBig(mode, x, digits)}, ${x} IS NOT NULL, ${written})`;
    });
  };
}

/** The sum is exact whatever its size. */
export const lowerAvgBig: Lowering = (call) =>
  computedBig('AVG', folded('sum')(call), folded('count')(call));

/** CAST to BIGNUMERIC(p, s). */
export const lowerLimitedBig: Lowering = (call) =>
  bind(
    call,
    ([x = NULL, p = NULL, s = NULL]) =>
      sql`gsql_limited_bignumeric(${x}, ${p}, ${s}, ${computedBig('ROUND', x, s)})`,
  );
