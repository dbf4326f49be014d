import { guardedValue } from '../../analysis/resolved/guarded-value.ts';
import type {
  ColumnRef,
  FunctionCall,
  ResolvedCast,
  ResolvedExpression,
} from '../../analysis/resolved/resolved.ts';
import { CHAINS, chainTerms } from '../../analysis/resolved/traverse.ts';
import { lowerCast } from '../../functions/conversion/cast-lowering.ts';
import { ERROR_CATCHING } from '../../functions/conversion/conditional.ts';
import { asNumeric } from '../../functions/core/digits.ts';
import { duckdbFieldName, duckdbType } from '../../functions/core/duckdb-type.ts';
import { bind, lowerAttempt, loweredCall } from '../../functions/core/lowering.ts';
import { quoteName } from '../../functions/core/quote.ts';
import { join, NULL, pathOf, type Sql, sql } from '../../functions/core/sql.ts';
import type { StructType, Type } from '../../types.ts';
import {
  printDecimal,
  printOfDecimals,
  printShort,
  takesDecimals,
} from '../decimals/print-decimal.ts';
import type { Printer } from '../queries/printer.ts';
import type { SqlScope } from '../queries/select.ts';
import { printSubquery } from '../subqueries/subquery.ts';
import { isSeal, SEAL, withoutDictionary } from './generated-calls.ts';
import { printLiteral, printParameter } from './literal.ts';

/** Prints an expression as a DuckDB operand that is valid in any position. */
export function printExpression(
  printer: Printer,
  expression: ResolvedExpression,
  scope: SqlScope,
): Sql {
  const all = (list: readonly ResolvedExpression[]) =>
    list.map((one) => printer.expression(one, scope));
  switch (expression.kind) {
    case 'literal':
      printer.budget.checkParts([expression.type], [NULL]);
      return printLiteral(expression);
    case 'parameter':
      return printParameter(expression);
    case 'column':
      return printColumn(expression, scope);
    case 'call':
      return isSeal(expression) ? SEAL : printOrNarrow(printer, expression, scope);
    case 'cast':
      return printCast(printer, expression, scope);
    case 'get_field': {
      const name = duckdbFieldName(expression.struct.type as StructType, expression.index);
      return pathOf(printer.expression(expression.struct, scope), name);
    }
    case 'struct':
      return printStruct(expression.type as StructType, all(expression.fields));
    case 'array':
      return printArray(expression.type, all(expression.items));
    case 'subquery':
      return printSubquery(printer, expression, scope);
  }
}

function printColumn({ column }: ColumnRef, scope: SqlScope): Sql {
  const item = scope.find(column.id);
  if (item) return item.sql;
  throw new Error(`Cannot print column "${column.name}" (${column.id}): no scan below has it`);
}

function printCast(printer: Printer, cast: ResolvedCast, scope: SqlScope): Sql {
  const digits = printer.digits.of(cast.expression);
  const operand = printShort(printer, cast.expression, scope);
  printer.budget.checkParts([cast.type], [operand]);
  return lowerCast(operand, cast.expression.type, cast.type, cast.safe, digits);
}

/** Prints a struct of printed values. */
function printStruct(type: StructType, values: readonly Sql[]): Sql {
  const fields = values.map((value, i) => sql`${quoteName(duckdbFieldName(type, i))} := ${value}`);
  return sql`struct_pack(${fields})`;
}

function printArray(type: Type, items: readonly Sql[]): Sql {
  return items.length === 0 ? sql`CAST([] AS ${duckdbType(type)})` : sql`[${items}]`;
}

/** Calls whose values or operands are NUMERICs of few digits are computed with these. */
function printOrNarrow(printer: Printer, call: FunctionCall, scope: SqlScope): Sql {
  const digits = printer.digits.of(call);
  if (digits) return asNumeric(printDecimal(printer, call, digits, scope));
  return printOfDecimals(printer, call, scope) ?? printCall(printer, call, scope);
}

/** Calls nested in first arguments are printed in a loop, so that a chain of ten thousand needs no deep stack. */
function printCall(printer: Printer, call: FunctionCall, scope: SqlScope): Sql {
  const chain: FunctionCall[] = [];
  let next: ResolvedExpression | undefined = call;
  while (next?.kind === 'call' && isLink(printer, next)) {
    chain.push(next);
    next = next.arguments[0];
  }
  let first = next && printChainEnd(printer, next, scope);
  for (const link of chain.reverse()) {
    const rest = link.arguments.slice(1).map((argument) => printer.expression(argument, scope));
    first = lowerScalar(printer, link, first === undefined ? rest : [first, ...rest]);
  }
  return first ?? NULL;
}

function isLink(printer: Printer, call: FunctionCall): boolean {
  if (CHAINS.has(call.function.name) || printer.quantile(call)) return false;
  return !takesDecimals(printer, call) && !printer.digits.of(call);
}

function printChainEnd(printer: Printer, end: ResolvedExpression, scope: SqlScope): Sql {
  if (end.kind !== 'call') return printer.expression(end, scope);
  const quantile = printer.quantile(end);
  if (quantile) return printColumn({ kind: 'column', type: end.type, column: quantile }, scope);
  if (!CHAINS.has(end.function.name)) return printer.expression(end, scope);
  return printAssociative(printer, end, scope);
}

function lowerScalar(printer: Printer, call: FunctionCall, args: readonly Sql[]): Sql {
  const lowered = loweredCall(call, args, call.part, undefined);
  printer.budget.checkParts(lowered.types, args);
  if (printer.copiesGuarded && guardedValue(call))
    return withoutDictionary(call.function.lower(lowered));
  if (!call.safe || ERROR_CATCHING.has(call.function.name)) return call.function.lower(lowered);
  // SAFE covers the function, not its arguments, which are computed outside the TRY. An invalid constant pattern would
  // fail before that, so it is bound to a name.
  const isPattern = call.function.name.startsWith('REGEXP_');
  const named = isPattern ? args.map((own) => sql`list_extract([${own}], 1)`) : args;
  const literals = isPattern ? [] : lowered.literals;
  return bind({ arguments: named, literals }, (names) =>
    lowerAttempt(call.function.lower({ ...lowered, arguments: names })),
  );
}

/**
 * A chain of one associative operator. DuckDB accepts ten thousand terms in one AND or OR, but not a thousand levels of
 * nesting, and its time grows with the cube of the levels; other chains therefore become a balanced tree.
 */
function printAssociative(printer: Printer, call: FunctionCall, scope: SqlScope): Sql {
  const terms = chainTerms(call).map((term) => printer.expression(term, scope));
  if (call.function.name !== '$concat_op') {
    return sql`(${join(call.function.name === '$and' ? ' AND ' : ' OR ', terms)})`;
  }
  const types = [call.type, call.type];
  const literals = [undefined, undefined];
  return balance(terms, (left, right) =>
    call.function.lower({
      ...loweredCall(call, [left, right]),
      types,
      literals,
    }),
  );
}

function balance(terms: readonly Sql[], both: (left: Sql, right: Sql) => Sql): Sql {
  if (terms.length <= 1) return terms[0] ?? NULL;
  const half = terms.length >> 1;
  return both(balance(terms.slice(0, half), both), balance(terms.slice(half), both));
}
