import {
  type Expression,
  mapExpressions,
  parseQuery,
  printExpressionText,
  type Query,
} from '#googlesql';

/**
 * Writes `APPROX_QUANTILES(x, n)[SAFE_OFFSET(i)]`, which the reference's evaluator lacks, as the exact boundary that it
 * approximates: the value of rank CEIL(i / n * COUNT(x)).
 */
export function withExactQuantiles(tree: Query): Query {
  return mapExpressions(tree, (node) => exactQuantile(node) ?? node);
}

function exactQuantile(node: Expression): Expression | undefined {
  if (node.kind !== 'subscript' || node.base.kind !== 'call') return undefined;
  const [value, number] = node.base.arguments;
  const isQuantile = node.base.path[0]?.name === 'APPROX_QUANTILES';
  if (!isQuantile || node.wrapper !== 'SAFE_OFFSET' || !value || !number) return undefined;
  const x = printExpressionText(value.value);
  const n = printExpressionText(number.value);
  const rank = `DIV(${printExpressionText(node.index)} * COUNT(${x}) + ${n} - 1, ${n})`;
  return expressionOf(
    `ARRAY_AGG(${x} IGNORE NULLS ORDER BY ${x})[SAFE_OFFSET(GREATEST(${rank} - 1, 0))]`,
  );
}

function expressionOf(text: string): Expression {
  const { body } = parseQuery(`SELECT ${text}`);
  const [item] = body.kind === 'select' ? body.items : [];
  if (item?.kind !== 'select_expression') throw new TypeError(`This is no expression: ${text}`);
  return item.expression;
}
