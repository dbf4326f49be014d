import type { AnyNode, Binary, Expression, Is, Unary } from '../syntax/tree/ast.ts';
import { mapNodes } from '../syntax/tree/visit.ts';
import type { Type } from '../types.ts';
import { BranchFolding } from './branches.ts';
import { type Constant, FoldedConstants, writtenConstant } from './constants.ts';
import type { ResolvedTypes } from './resolved-types.ts';

/** Evaluates what depends on absent parameters in conditions. */
export class ConditionFolding {
  readonly constants = new FoldedConstants();
  readonly #absent: ReadonlyMap<string, Type>;
  readonly #branches: BranchFolding;

  constructor(absent: ReadonlyMap<string, Type>, types: ResolvedTypes) {
    this.#absent = absent;
    this.#branches = new BranchFolding(this.constants, types);
  }

  /** A parameter that is absent as NULL; any other expression as it is. */
  parameter(node: Expression): Expression {
    const type = node.kind === 'parameter' ? this.#absent.get(node.name.toLowerCase()) : undefined;
    return type ? this.constants.null(type, node.at) : node;
  }

  /**
   * A condition, with all expressions in it, but not those of windows and ORDER BY, and no subquery: the conditions of
   * a subquery are folded on their own.
   */
  fold(condition: Expression): Expression {
    const root = { condition };
    return mapNodes(root, {
      skip: isOutside,
      leave: (now, original) => this.#leave(now, original),
    }).condition;
  }

  #leave(now: Expression, original: Expression): Expression {
    if (now.kind === 'call' && original.kind === 'call') return this.#branches.call(now, original);
    if (now.kind === 'case' && original.kind === 'case') return this.#branches.case(now, original);
    if (now.kind === 'parameter') return this.parameter(now);
    if (now.kind === 'is') return this.#is(now);
    if (now.kind === 'unary' && now.operator === 'NOT') return this.#not(now);
    const isChain = now.kind === 'binary' && (now.operator === 'AND' || now.operator === 'OR');
    return isChain ? this.#combine(now) : this.#compare(now);
  }

  #is(now: Is): Expression {
    if (now.what !== 'NULL' || !this.#isNull(now.operand)) return now;
    return this.constants.condition(now.negated ? 'FALSE' : 'TRUE', now.at);
  }

  #isNull(node: Expression): boolean {
    return this.constants.of(node) === 'NULL';
  }

  #compare(now: Expression): Expression {
    const isNull = comparedBy(now).some((operand) => this.#isNull(operand));
    return isNull ? this.constants.condition('NULL', now.at) : now;
  }

  #not(now: Unary): Expression {
    const value = this.constants.of(now.operand);
    return value ? this.constants.condition(NEGATED[value], now.at) : now;
  }

  /** AND and OR, where folding made one side constant. */
  #combine(now: Binary): Expression {
    const { left, right, at } = now;
    const neutral = now.operator === 'AND' ? 'TRUE' : 'FALSE';
    const own = [left, right].map((side) => this.constants.of(side));
    if (own.every((value) => value === undefined)) return now;
    if (own[1] === neutral) return this.#typed(left);
    if (own[0] === neutral) return this.#typed(right);
    const values = [own[0] ?? writtenConstant(left), own[1] ?? writtenConstant(right)];
    if (values.includes(NEGATED[neutral])) return this.constants.condition(NEGATED[neutral], at);
    const isConstant = values.every((value) => value !== undefined);
    return isConstant ? this.constants.condition('NULL', at) : now;
  }

  /** The side that is left; a NULL has the type of a condition, as it had beside AND. */
  #typed(side: Expression): Expression {
    const isNull = writtenConstant(side) === 'NULL';
    return isNull ? this.constants.condition('NULL', side.at) : side;
  }
}

const COMPARISONS: ReadonlySet<string> = new Set(['=', '!=', '<', '<=', '>', '>=']);

const NEGATED: Readonly<Record<Constant, Constant>> = {
  TRUE: 'FALSE',
  FALSE: 'TRUE',
  NULL: 'NULL',
};

/** The operands of a comparison and of LIKE without ANY and ALL; none of any other expression. */
function comparedBy(node: Expression): readonly Expression[] {
  if (node.kind === 'like' && !node.quantifier) return [node.operand, ...node.patterns];
  return node.kind === 'binary' && COMPARISONS.has(node.operator) ? [node.left, node.right] : [];
}

/** Whether a node is not part of the condition that it stands in. */
function isOutside(node: AnyNode): boolean {
  return (
    'descending' in node || ('kind' in node && (node.kind === 'query' || node.kind === 'window'))
  );
}
