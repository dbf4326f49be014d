import {
  type AnyNode,
  type Expression,
  mapNodes,
  nodesIn,
  nodesOfKind,
  printExpressionText,
  type Query,
} from '#googlesql';
import { changedAggregate, changedComparison, changedLiteral } from './changes.ts';

/** One change of a statement, which can be made in each tree that has the place. */
export interface Mutation {
  /** What is changed: `o.total >= @least → o.total > @least`. Another one for each mutation of a statement. */
  readonly name: string;
  /** Makes the change; the same tree where it has not the place. */
  apply<Tree extends object>(tree: Tree): Tree;
}

type Binary = Extract<Expression, { kind: 'binary' }>;
type JoinType = Extract<AnyNode, { kind: 'join' }>['type'];

/** Each comparison, arm of AND and OR, join, aggregate and literal of a query, changed once. */
export function mutationsOf(query: Query): readonly Mutation[] {
  const found: Mutation[] = [];
  const seen = new Set<string>();
  const unread = unreadNodes(query);
  for (const node of nodesIn(query)) {
    if (!('kind' in node) || unread.has(node)) continue;
    for (const mutation of mutationsAt(node)) {
      // A copy of a node, such as that of a view which is read twice, changes with it.
      const key = `${node.kind} ${node.at} ${mutation.name}`;
      if (seen.has(key)) continue;
      seen.add(key);
      found.push(mutation);
    }
  }
  return withOwnNames(found);
}

/** What a subquery of EXISTS selects: whatever it is, the answer is the same. */
function unreadNodes(query: Query): ReadonlySet<AnyNode> {
  const items = nodesOfKind(query, 'subquery').flatMap(({ modifier, query: { body } }) =>
    modifier === 'EXISTS' && body.kind === 'select' ? body.items : [],
  );
  return new Set(items.flatMap(nodesIn));
}

function withOwnNames(mutations: readonly Mutation[]): readonly Mutation[] {
  const counts = new Map<string, number>();
  return mutations.map((one) => {
    const count = (counts.get(one.name) ?? 0) + 1;
    counts.set(one.name, count);
    return count === 1 ? one : { ...one, name: `${one.name} (${count})` };
  });
}

function mutationsAt(node: AnyNode & { readonly kind: string }): readonly Mutation[] {
  if (node.kind === 'join') return joinMutations(node as Extract<AnyNode, { kind: 'join' }>);
  const expression = node as Expression;
  if (expression.kind === 'binary' && ['AND', 'OR'].includes(expression.operator)) {
    return armMutations(expression);
  }
  const changed =
    changedComparison(expression) ?? changedLiteral(expression) ?? changedAggregate(expression);
  return changed ? [replacement(expression, changed)] : [];
}

function replacement(original: Expression, changed: Expression): Mutation {
  const text = printExpressionText(original);
  return {
    name: `${text} → ${printExpressionText(changed)}`,
    apply: replacing(original, text, () => changed),
  };
}

/**
 * Each arm of a chain, whose operators are left-deep, is left out once: it becomes what decides nothing there. A barrier
 * has chains of its own in which the arms stand.
 */
function armMutations({ left, operator, right }: Binary): readonly Mutation[] {
  const value = operator === 'AND' ? 'true' : 'false';
  const without = (arm: Expression): Mutation => {
    const text = printExpressionText(arm);
    const neutral = { kind: 'literal', at: arm.at, type: 'BOOL', value } as const;
    return { name: `${operator} without ${text}`, apply: replacing(arm, text, () => neutral) };
  };
  const isFirst = left.kind !== 'binary' || left.operator !== operator;
  return [...(isFirst ? [without(left)] : []), without(right)];
}

/** Replaces the expressions at the place of another one that are written as it is. */
function replacing(
  { at, kind }: Expression,
  text: string,
  change: (found: Expression) => Expression,
): Mutation['apply'] {
  const leave = (found: Expression, original: Expression) =>
    original.kind === kind && original.at === at && printExpressionText(original) === text
      ? change(found)
      : found;
  return (tree) => mapNodes(tree, { leave });
}

const OTHER_JOIN: Partial<Record<JoinType, JoinType>> = {
  INNER: 'LEFT',
  LEFT: 'INNER',
  CROSS: 'LEFT',
  COMMA: 'LEFT',
  RIGHT: 'INNER',
  FULL: 'INNER',
};

function joinMutations({ at, type }: Extract<AnyNode, { kind: 'join' }>): readonly Mutation[] {
  const other = OTHER_JOIN[type];
  if (!other) return [];
  const enter = (node: AnyNode): AnyNode =>
    'kind' in node && node.kind === 'join' && node.at === at && node.type === type
      ? { ...node, type: other }
      : node;
  return [{ name: `${type} JOIN → ${other} JOIN`, apply: (tree) => mapNodes(tree, { enter }) }];
}
