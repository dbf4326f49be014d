import { guardedValue } from '../../analysis/resolved/guarded-value.ts';
import type { FunctionCall, ResolvedExpression } from '../../analysis/resolved/resolved.ts';
import { commonDigits, type Digits, decimalType } from '../../functions/core/digits.ts';
import { loweredCall } from '../../functions/core/lowering.ts';
import { COMPARISONS } from '../../functions/core/signatures/signature-text.ts';
import { arithmetic, castAs, NULL, type Sql, sql, textOf } from '../../functions/core/sql.ts';
import { withoutDictionary } from '../expressions/generated-calls.ts';
import type { Printer } from '../queries/printer.ts';
import type { SqlScope } from '../queries/select.ts';

/** DuckDB keeps sums and products of such decimals in 64 bits, and fails where they have no room there. */
const MAX_SHORT = 18;

/** Prints a NUMERIC of which the digits are known, as a DECIMAL that has no more of them than it needs. */
export function printDecimal(
  printer: Printer,
  expression: ResolvedExpression,
  digits: Digits,
  scope: SqlScope,
): Sql {
  const type = decimalType(digits);
  switch (expression.kind) {
    case 'literal':
      return expression.value === null
        ? castAs(NULL, type)
        : castAs(textOf(String(expression.value)), type);
    case 'cast':
      return castAs(printer.expression(expression.expression, scope), type);
    case 'column': {
      const item = scope.find(expression.column.id);
      return item?.decimal ?? castAs(printer.expression(expression, scope), type);
    }
    case 'call':
      return printer.budget.count(() => printCall(printer, expression, digits, scope));
    default:
      throw new Error(`The digits of a ${expression.kind} are not known`);
  }
}

/** Prints an expression for a place that takes a NUMERIC of few digits as a DECIMAL of these. */
export function printShort(printer: Printer, expression: ResolvedExpression, scope: SqlScope): Sql {
  const digits = printer.digits.of(expression);
  return digits
    ? printDecimal(printer, expression, digits, scope)
    : printer.expression(expression, scope);
}

function printCall(printer: Printer, call: FunctionCall, digits: Digits, scope: SqlScope): Sql {
  const all = call.arguments.map((value) => printer.digits.of(value));
  const args = call.arguments.map((value) => printShort(printer, value, scope));
  const [left = NULL, right = NULL] = args;
  const symbol = ARITHMETIC[call.function.name];
  if (symbol) {
    const isLong = all.some((own) => own && own[0] > MAX_SHORT);
    const widened =
      digits[0] > MAX_SHORT && !isLong
        ? castAs(left, decimalType([MAX_SHORT + 1, all[0]?.[1] ?? 0]))
        : left;
    return arithmetic`(${widened} ${symbol} ${right})`;
  }
  if (call.function.name === '$unary_minus') return sql`(- ${left})`;
  const lowered = call.function.lower(loweredCall(call, args));
  return printer.copiesGuarded && guardedValue(call) ? withoutDictionary(lowered) : lowered;
}

const ARITHMETIC: Readonly<Record<string, string>> = { $add: '+', $subtract: '-', $multiply: '*' };

/** Functions that compare all their arguments. */
const COMPARING: ReadonlySet<string> = new Set([...COMPARISONS, '$between', '$in']);

/** Whether a call whose own digits are not known takes some of its operands as DECIMALs of their digits. */
export function takesDecimals(printer: Printer, call: FunctionCall): boolean {
  if (call.arguments[0]?.type.kind !== 'NUMERIC') return false;
  const { name } = call.function;
  if (name !== '$multiply' && !COMPARING.has(name)) return false;
  const all = call.arguments.map((value) => printer.digits.of(value));
  return name === '$multiply' ? hasOneWhole(all) : commonDigits(all) !== undefined;
}

function hasOneWhole(all: readonly (Digits | undefined)[]): boolean {
  const [digits, ...more] = all.filter((own) => own !== undefined);
  return digits?.[1] === 0 && more.length === 0;
}

/** Prints such a call; undefined for any other. */
export function printOfDecimals(
  printer: Printer,
  call: FunctionCall,
  scope: SqlScope,
): Sql | undefined {
  if (!takesDecimals(printer, call)) return undefined;
  const digits = call.arguments.map((value) => printer.digits.of(value));
  const args = call.arguments.map((value) => printShort(printer, value, scope));
  return call.function.lower({ ...loweredCall(call, args), digits });
}
