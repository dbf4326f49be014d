import type { AnyNode, Binary, Expression, Query } from './ast.ts';

/** Calls `visit` for every node, parents before children, in source order. */
export function walk(root: AnyNode, visit: (node: AnyNode) => void): void {
  const pending: unknown[] = [root];
  while (pending.length > 0) {
    const value = pending.pop();
    if (typeof value !== 'object' || value === null) continue;
    if (isNode(value)) visit(value);
    const children: unknown[] = Array.isArray(value) ? value : Object.values(value);
    for (let i = children.length - 1; i >= 0; i -= 1) pending.push(children[i]);
  }
}

/** Only nodes have `at` as a property; arrays have a method of that name. */
function isNode(value: object): value is AnyNode {
  return !Array.isArray(value) && 'at' in value;
}

const EXPRESSION_KINDS: ReadonlySet<string> = new Set<Expression['kind']>([
  ...(['literal', 'interval', 'parameter', 'path', 'field', 'subscript', 'unary'] as const),
  ...(['binary', 'is', 'distinct_from', 'between', 'like', 'in', 'case', 'cast'] as const),
  ...(['extract', 'call', 'array', 'struct', 'subquery'] as const),
]);

/** Whether a value is an expression's node. */
function isExpression(value: object): value is Expression {
  return 'at' in value && 'kind' in value && EXPRESSION_KINDS.has(String(value.kind));
}

/** How nodes are replaced; a member left out replaces none. */
interface NodeRewrite {
  /** Called for a node that is no expression, before the members of the result are mapped. */
  readonly enter?: (node: AnyNode) => AnyNode;
  /** Called for an expression after its members were mapped, with the expression as it was before. */
  readonly leave?: (expression: Expression, original: Expression) => Expression;
  /** Whether a node that is no expression stays as it is, with all that is in it. */
  readonly skip?: (node: AnyNode) => boolean;
}

/** Replaces nodes of a tree, in subqueries too. Unchanged parts are shared with the original tree. */
export function mapNodes<T extends object>(root: T, rewrite: NodeRewrite): T {
  return mapMembers(root, rewrite);
}

/** Replaces every expression by the result of `rewrite`, inner ones first. */
export function mapExpressions(
  query: Query,
  rewrite: (expression: Expression) => Expression,
): Query {
  return mapNodes(query, { leave: rewrite });
}

function mapValue(value: unknown, rewrite: NodeRewrite): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return mapList(value, rewrite);
  if (isExpression(value)) return mapExpression(value, rewrite);
  if (!isNode(value)) return mapMembers(value, rewrite);
  const { enter = same, skip } = rewrite;
  return skip?.(value) ? value : mapMembers(enter(value), rewrite);
}

function same<T>(value: T): T {
  return value;
}

function mapList(list: readonly unknown[], rewrite: NodeRewrite): readonly unknown[] {
  const mapped = list.map((item) => mapValue(item, rewrite));
  return mapped.every((item, i) => item === list[i]) ? list : mapped;
}

/** Returns the same object unless a member changed. */
function mapMembers<T extends object>(node: T, rewrite: NodeRewrite): T {
  const changes = Object.entries(node)
    .map(([key, value]): [string, unknown, unknown] => [key, value, mapValue(value, rewrite)])
    .filter(([, before, after]) => before !== after)
    .map(([key, , after]) => [key, after]);
  return changes.length === 0 ? node : { ...node, ...Object.fromEntries(changes) };
}

/** Operator chains are left-deep and may have thousands of terms, so they are rewritten without recursion. */
function mapChain(chain: Binary, rewrite: NodeRewrite): Expression {
  const { leave = same } = rewrite;
  const spine: Binary[] = [];
  let first: Expression = chain;
  while (first.kind === 'binary') {
    spine.push(first);
    first = first.left;
  }
  let left = mapExpression(first, rewrite);
  for (const node of spine.reverse()) {
    const right = mapExpression(node.right, rewrite);
    const isSame = left === node.left && right === node.right;
    left = leave(isSame ? node : { ...node, left, right }, node);
  }
  return left;
}

function mapExpression(expression: Expression, rewrite: NodeRewrite): Expression {
  if (expression.kind === 'binary') return mapChain(expression, rewrite);
  const { leave = same } = rewrite;
  return leave(mapMembers(expression, rewrite), expression);
}
