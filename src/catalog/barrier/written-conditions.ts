import {
  type Column,
  type Expression,
  nodesOfKind,
  type Path,
  type ResolvedExpression,
} from '#googlesql';
import { comparedColumns } from './compared-columns.ts';

/** The expressions of a statement as they are written, with what they were resolved to. */
export class WrittenConditions {
  readonly #resolved = new Map<Expression, ResolvedExpression[]>();
  readonly #written = new Map<ResolvedExpression, Expression>();

  /** Adds what an expression was resolved to; one that is analysed several times may have several meanings. */
  readonly add = (expression: Expression, resolved: ResolvedExpression): void => {
    const known = this.#resolved.get(expression);
    if (known) known.push(resolved);
    else this.#resolved.set(expression, [resolved]);
    this.#written.set(resolved, expression);
  };

  /** The paths of the columns that a condition compares with constants; none if it is another condition. */
  comparedPaths(condition: Expression): readonly Path[] {
    const meanings = this.#resolved.get(condition) ?? [];
    if (!meanings.every((meaning) => comparedColumns(meaning, isLocalTime))) return [];
    return nodesOfKind(condition, 'path').filter((path) =>
      this.#resolved.get(path)?.some(({ kind }) => kind === 'column'),
    );
  }

  /** How a condition is written; undefined if that has other meanings too. */
  writtenFor(condition: ResolvedExpression): Expression | undefined {
    const written = this.#written.get(condition);
    return written && this.#resolved.get(written)?.length === 1 ? written : undefined;
  }

  /** The column that an expression names; undefined if it does not, or names several. */
  columnOf(expression: Expression): Column | undefined {
    const [meaning, ...others] = this.#resolved.get(expression) ?? [];
    return meaning?.kind === 'column' && others.length === 0 ? meaning.column : undefined;
  }
}

/** The day or time at a place: it fails only within a day of the first and the last moment that there are. */
function isLocalTime(part: ResolvedExpression): boolean {
  if (part.kind !== 'call' || !/^DATE(?:TIME)?$/.test(part.function.name)) return false;
  const [moment, zone] = part.arguments;
  return moment?.type.kind === 'TIMESTAMP' && zone?.kind === 'literal';
}
