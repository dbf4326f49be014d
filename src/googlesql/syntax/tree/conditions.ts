import type { Expression } from './ast.ts';

/** The terms of an AND chain, left to right; none without a condition. Iterative: chains may be long. */
export function andTerms(condition: Expression | undefined): readonly Expression[] {
  const terms: Expression[] = [];
  const pending = condition ? [condition] : [];
  for (let next = pending.pop(); next; next = pending.pop()) {
    if (next.kind === 'binary' && next.operator === 'AND') pending.push(next.right, next.left);
    else terms.push(next);
  }
  return terms;
}

/** Joins the terms with AND; undefined for none. */
export function allOf(terms: readonly Expression[]): Expression | undefined {
  const [first, ...rest] = terms;
  return rest.reduce<Expression | undefined>(
    (left, right) => left && { kind: 'binary', operator: 'AND', left, right, at: right.at },
    first,
  );
}
