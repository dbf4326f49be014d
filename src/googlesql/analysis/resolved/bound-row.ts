import { sameType } from '../../types.ts';
import { mayFail } from '../properties/may-raise.ts';
import { mapExpression } from './map-tree.ts';
import type {
  ArrayScan,
  Column,
  MakeStruct,
  ResolvedExpression,
  ResolvedSubquery,
} from './resolved.ts';
import { everyExpression } from './traverse.ts';

/**
 * `(SELECT expression FROM UNNEST([STRUCT(a AS x, …)]))`, which binds the arguments of a function, with each field that
 * costs nothing to repeat in the place of its name: the expression itself where no name is left. In the resolved tree no
 * name can meet another.
 */
export function withoutBoundRow(subquery: ResolvedSubquery): ResolvedExpression {
  const { scan } = subquery;
  if (scan.kind !== 'project' || scan.input.kind !== 'array') return subquery;
  const [computed, ...more] = scan.computed;
  const row = onlyRow(scan.input);
  if (!row || more.length > 0 || computed?.column !== subquery.column) return subquery;
  const { element } = scan.input;
  const expression = mapExpression(computed.expression, (part) => {
    if (part.kind !== 'get_field' || !isColumn(part.struct, element)) return undefined;
    const field = row.fields[part.index];
    return field && repeatable(field);
  });
  const isBound = everyExpression([expression], 'all').some((part) => isColumn(part, element));
  if (!isBound) return expression;
  return { ...subquery, scan: { ...scan, computed: [{ ...computed, expression }] } };
}

/** The struct that is the only item of an array. */
function onlyRow({ array, input, offset, condition }: ArrayScan): MakeStruct | undefined {
  if (input || offset || condition || array.kind !== 'array') return undefined;
  const [row, ...more] = array.items;
  return more.length === 0 && row?.kind === 'struct' ? row : undefined;
}

function isColumn(expression: ResolvedExpression, column: Column): boolean {
  return expression.kind === 'column' && expression.column === column;
}

/** An expression that costs nothing to repeat and cannot fail, without casts to the type that it has. */
function repeatable(expression: ResolvedExpression): ResolvedExpression | undefined {
  switch (expression.kind) {
    case 'literal':
    case 'column':
      return expression;
    case 'parameter':
      return expression.use ? undefined : expression;
    case 'get_field':
      return repeatable(expression.struct) && expression;
    case 'cast': {
      const inner = repeatable(expression.expression);
      if (!inner || sameType(inner.type, expression.type)) return inner;
      return mayFail(expression) ? undefined : expression;
    }
    default:
      return undefined;
  }
}
