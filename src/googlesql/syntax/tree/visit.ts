import type { AnyNode, Binary, Expression, Query } from './ast.ts';

/** Every node of a tree, parents before children, in source order. */
export function nodesIn(root: AnyNode): readonly AnyNode[] {
  const nodes: AnyNode[] = [];
  const pending: unknown[] = [root];
  while (pending.length > 0) {
    const value = pending.pop();
    if (typeof value !== 'object' || value === null) continue;
    if (isNode(value)) nodes.push(value);
    const children: unknown[] = Array.isArray(value) ? value : Object.values(value);
    for (let i = children.length - 1; i >= 0; i -= 1) pending.push(children[i]);
  }
  return nodes;
}

/** The nodes of a kind in a tree, parents before children, in source order. */
export function nodesOfKind<Kind extends NodeKind>(
  root: AnyNode,
  kind: Kind,
): readonly NodeOfKind<Kind>[] {
  return nodesIn(root).filter(
    (node): node is NodeOfKind<Kind> => 'kind' in node && node.kind === kind,
  );
}

/** All names in a tree, those of parameters too, as they are written. */
export function writtenNames(root: AnyNode): readonly string[] {
  return nodesIn(root).flatMap((node) =>
    'name' in node && typeof node.name === 'string' ? [node.name] : [],
  );
}

type NodeKind = Extract<AnyNode, { readonly kind: string }>['kind'];
type NodeOfKind<Kind> = Extract<AnyNode, { readonly kind: Kind }>;

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
export function isExpression(value: object): value is Expression {
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

/** Replaces the nodes directly below a node, which is returned itself if none of them changed. */
export function mapChildren<T extends object>(node: T, map: (child: AnyNode) => AnyNode): T {
  const mapPart = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    if (isNode(value)) return map(value);
    return Array.isArray(value) ? replaceItems(value, mapPart) : replaceMembers(value, mapPart);
  };
  return replaceMembers(node, mapPart);
}

/** A copy of a node that shares nothing with it; with an offset, all of it is at that place. */
export function copyNode<T extends AnyNode>(node: T, at?: number): T {
  const copy = (part: AnyNode): AnyNode =>
    'kind' in part && part.kind === 'binary'
      ? mapOperands(part, (operand) => copyNode(operand, at), moved)
      : moved(mapChildren(part, copy));
  const moved = <Part extends AnyNode>(part: Part): Part => ({ ...part, at: at ?? part.at });
  return copy(node) as T;
}

/**
 * Replaces the operands of a chain of operators by `map`, and then each operator by `leave`. Chains are left-deep and may
 * have thousands of terms, so they are rewritten without recursion.
 */
export function mapOperands(
  chain: Binary,
  map: (operand: Expression) => Expression,
  leave: (chain: Binary, original: Binary) => Expression = same,
): Expression {
  const spine: Binary[] = [];
  let first: Expression = chain;
  while (first.kind === 'binary') {
    spine.push(first);
    first = first.left;
  }
  let left = map(first);
  for (const node of spine.reverse()) {
    const right = map(node.right);
    const isSame = left === node.left && right === node.right;
    left = leave(isSame ? node : { ...node, left, right }, node);
  }
  return left;
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
  if (Array.isArray(value)) return replaceItems(value, (item) => mapValue(item, rewrite));
  if (isExpression(value)) return mapExpression(value, rewrite);
  if (!isNode(value)) return mapMembers(value, rewrite);
  const { enter = same, skip } = rewrite;
  return skip?.(value) ? value : mapMembers(enter(value), rewrite);
}

function same<T>(value: T): T {
  return value;
}

function mapMembers<T extends object>(node: T, rewrite: NodeRewrite): T {
  return replaceMembers(node, (value) => mapValue(value, rewrite));
}

/** Returns the same list unless an item changed. */
function replaceItems(
  list: readonly unknown[],
  map: (item: unknown) => unknown,
): readonly unknown[] {
  const mapped = list.map(map);
  return mapped.every((item, i) => item === list[i]) ? list : mapped;
}

/** Returns the same object unless a member changed. */
function replaceMembers<T extends object>(node: T, map: (value: unknown) => unknown): T {
  const changed: Record<string, unknown> = {};
  for (const [key, before] of Object.entries(node)) {
    const after = map(before);
    if (after !== before) changed[key] = after;
  }
  return Object.keys(changed).length === 0 ? node : { ...node, ...changed };
}

function mapExpression(expression: Expression, rewrite: NodeRewrite): Expression {
  const { leave = same } = rewrite;
  if (expression.kind === 'binary') {
    return mapOperands(expression, (operand) => mapExpression(operand, rewrite), leave);
  }
  return leave(mapMembers(expression, rewrite), expression);
}
