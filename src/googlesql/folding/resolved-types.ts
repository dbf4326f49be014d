import { type AnalyzeOptions, analyze } from '../analysis/analyze.ts';
import type { ResolvedExpression, ResolvedStatement } from '../analysis/resolved/resolved.ts';
import { commonSupertype, isCoercibleLiteral } from '../functions/core/signatures/supertype.ts';
import type { Expression, Query } from '../syntax/tree/ast.ts';
import { sameType, type Type } from '../types.ts';

/** What the expressions of a syntax tree were resolved to. */
export class ResolvedTypes {
  readonly statement: ResolvedStatement;
  readonly #resolved = new Map<Expression, ResolvedExpression | undefined>();

  constructor(query: Query, options: AnalyzeOptions) {
    const onExpression = (node: Expression, resolved: ResolvedExpression) => {
      const known = this.#resolved.get(node);
      // What is put in at several places, as a function's body is, may have another type at each.
      const isSame = !known || sameType(known.type, resolved.type);
      const isFirst = !this.#resolved.has(node);
      this.#resolved.set(node, isSame && (known || isFirst) ? resolved : undefined);
    };
    this.statement = analyze(query, { ...options, onExpression });
  }

  /** The type of an expression; undefined if it has none, or several. */
  of(node: Expression): Type | undefined {
    return this.#resolved.get(node)?.type;
  }

  /** Whether an expression has exactly this type wherever it stands: not a literal or parameter that may take another. */
  isFixed(node: Expression, type: Type): boolean {
    const resolved = this.#resolved.get(node);
    if (!resolved || !sameType(resolved.type, type)) return false;
    if (type.kind === 'BOOL') return resolved.kind !== 'literal' || resolved.value !== null;
    // Among parameters, only those of type STRING convert as literals do.
    const isOpenText = resolved.kind === 'parameter' && type.kind === 'STRING';
    return !isOpenText && !isCoercibleLiteral(resolved);
  }

  /** Whether the type that these expressions have in common is exactly this one. */
  isCommon(nodes: readonly Expression[], type: Type): boolean {
    const resolved = nodes.map((node) => this.#resolved.get(node));
    const all = resolved.filter((one) => one !== undefined);
    if (all.length < nodes.length) return false;
    const common = commonSupertype(all);
    return common !== undefined && sameType(common, type) && !all.every(isCoercibleLiteral);
  }
}
