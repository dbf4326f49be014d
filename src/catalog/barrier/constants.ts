import { type Expression, everyExpression, mayFail, type ResolvedExpression } from '#googlesql';

/**
 * The expressions of a statement that have one value for all rows and cannot raise an error, which would tell of rows of
 * other tenants.
 */
export class Constants {
  readonly #resolved = new Map<Expression, ResolvedExpression[]>();

  /** Adds what an expression was resolved to; one that is analysed several times may have several meanings. */
  readonly add = (expression: Expression, resolved: ResolvedExpression): void => {
    const known = this.#resolved.get(expression);
    if (known) known.push(resolved);
    else this.#resolved.set(expression, [resolved]);
  };

  has(expression: Expression): boolean {
    return this.#resolved.get(expression)?.every(isConstant) === true;
  }
}

function isConstant(expression: ResolvedExpression): boolean {
  const isSame = everyExpression([expression], 'all').every(
    (part) =>
      part.kind !== 'column' &&
      part.kind !== 'subquery' &&
      !(part.kind === 'call' && part.function.name === 'RAND'),
  );
  return isSame && !mayFail(expression, isLocalTime);
}

/** The day or time at a place: it fails only within a day of the first and the last moment that there are. */
function isLocalTime(part: ResolvedExpression): boolean {
  if (part.kind !== 'call' || !/^DATE(?:TIME)?$/.test(part.function.name)) return false;
  const [moment, zone] = part.arguments;
  return moment?.type.kind === 'TIMESTAMP' && zone?.kind === 'literal';
}
