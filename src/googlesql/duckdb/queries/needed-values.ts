import { constantValue, parametersOf } from '../../analysis/properties/constant-value.ts';
import { literalFault } from '../../analysis/properties/parameter-places.ts';
import { literal } from '../../analysis/resolved/build.ts';
import { mapExpression, mapScan } from '../../analysis/resolved/map-tree.ts';
import type {
  FunctionCall,
  ResolvedExpression,
  ResolvedStatement,
} from '../../analysis/resolved/resolved.ts';
import { allExpressions } from '../../analysis/resolved/traverse.ts';
import { findStoredFunction } from '../../functions/core/catalogue.ts';
import { duckdbType } from '../../functions/core/duckdb-type.ts';
import { quoteText } from '../../functions/core/quote.ts';
import { castAs, sql } from '../../functions/core/sql.ts';
import { isUnsupported } from '../../sql-error.ts';
import type { LiteralValue } from '../../value.ts';

/**
 * The parameters, in lower case, whose values decide what DuckDB SQL a statement becomes; undefined if no value has to be
 * put in, and none if the values that have to be are known.
 */
export function neededParameters({ scan }: ResolvedStatement): readonly string[] | undefined {
  const needed = [...allExpressions(scan)].flatMap((expression) =>
    expression.kind === 'call' ? neededOf(expression) : [],
  );
  return needed.length > 0 ? [...new Set(needed.flatMap(parametersOf))] : undefined;
}

/**
 * The statement with the values of needed parameters in their places. A call that refuses a value is NULL where it is
 * called with SAFE, if GoogleSQL refuses it too, and else an error where it is evaluated.
 */
export function withNeededValues(
  statement: ResolvedStatement,
  values: ReadonlyMap<string, LiteralValue>,
): ResolvedStatement {
  const replace = (expression: ResolvedExpression): ResolvedExpression | undefined => {
    if (expression.kind !== 'call') return undefined;
    const needed = neededOf(expression);
    if (needed.length === 0) return undefined;
    const args = expression.arguments.map((argument) =>
      needed.includes(argument)
        ? literal(argument.type, constantValue(argument, values))
        : argument,
    );
    const call = { ...expression, arguments: args };
    const fault = literalFault(call);
    return fault === undefined ? mapExpression(call, replace) : failing(call, fault);
  };
  return { ...statement, scan: mapScan(statement.scan, replace) };
}

/** The arguments whose values a call needs and which are no literals. */
function neededOf({ function: { name }, arguments: args }: FunctionCall): ResolvedExpression[] {
  const { needsValue } = findStoredFunction(name) ?? {};
  if (!needsValue) return [];
  return args.filter(
    (argument, index) => argument.kind !== 'literal' && needsValue(index, args.length),
  );
}

function failing({ type, safe }: FunctionCall, fault: string): ResolvedExpression {
  if (safe && !isUnsupported(fault)) return literal(type, null);
  const lower = () => castAs(sql`gsql_error(${quoteText(fault)})`, duckdbType(type));
  const signature = { name: '$failing', kind: 'scalar', lower } as const;
  return { kind: 'call', type, function: signature, arguments: [], part: undefined, safe: false };
}
