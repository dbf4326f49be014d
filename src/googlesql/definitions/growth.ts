import { excerpt } from '../excerpt.ts';
import { SqlError } from '../sql-error.ts';
import { DEFAULT_DEPTH, DEFAULT_NODES } from '../syntax/lexer/cursor.ts';
import type { AnyNode } from '../syntax/tree/ast.ts';
import { isExpression, mapChildren, mapOperands, nodesIn } from '../syntax/tree/visit.ts';
import type { FunctionDefinition, ViewDefinition } from './definition.ts';

/** Refuses trees that definitions make larger than the parser lets a text be. */
export class GrowthLimit {
  #nodes = 0;
  #depth = 0;

  /** Counts a tree before anything is put into it. */
  start(tree: AnyNode): void {
    this.#nodes = nodesIn(tree).filter(isLevel).length;
  }

  /** Does the work inside of one more expression or query. */
  inside<Result>(work: () => Result): Result {
    this.#depth += 1;
    try {
      return work();
    } finally {
      this.#depth -= 1;
    }
  }

  /** Counts what stands in the place of another node because of a definition; the error is at that place. */
  replace(
    node: AnyNode,
    placed: AnyNode,
    { kind, name }: FunctionDefinition | ViewDefinition,
  ): void {
    this.#nodes += nodesIn(placed).filter(isLevel).length - nodesIn(node).filter(isLevel).length;
    const problem = `with the ${kind} ${excerpt(name)} in its place: the limit is`;
    if (this.#nodes > DEFAULT_NODES) {
      throw new SqlError(`Query is too complex ${problem} ${DEFAULT_NODES} expressions`, node.at);
    }
    if (this.#depth + depthOf(placed) > DEFAULT_DEPTH) {
      throw new SqlError(`Query is nested too deeply ${problem} ${DEFAULT_DEPTH} levels`, node.at);
    }
  }
}

function isLevel(node: AnyNode): boolean {
  return isExpression(node) || ('kind' in node && node.kind === 'query');
}

/** How deeply expressions and queries are nested; a chain of operators is one level. */
function depthOf(root: AnyNode): number {
  let deepest = 0;
  const visit = (node: AnyNode, depth: number): void => {
    const inner = depth + Number(isLevel(node));
    deepest = Math.max(deepest, inner);
    if ('kind' in node && node.kind === 'binary') {
      mapOperands(node, (operand) => {
        visit(operand, inner);
        return operand;
      });
      return;
    }
    mapChildren(node, (child) => {
      visit(child, inner);
      return child;
    });
  };
  visit(root, 0);
  return deepest;
}
