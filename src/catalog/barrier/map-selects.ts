import type { Query, Select, With } from '../../googlesql/index.ts';

type Rewrite = (select: Select) => Select;

/** Replaces the query's SELECTs, each before those inside of its replacement; those in expressions too. */
export function mapSelects(query: Query, rewrite: Rewrite): Query {
  return mapMembers(query, rewrite);
}

/** Same as `mapSelects`, for a WITH clause. */
export function mapSelectsOf(clause: With, rewrite: Rewrite): With {
  return mapMembers(clause, rewrite);
}

function mapValue(value: unknown, rewrite: Rewrite): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return mapList(value, rewrite);
  if (isOfKind<Select>(value, 'select')) return mapMembers(rewrite(value), rewrite);
  return isOfKind<Chain>(value, 'binary') ? mapChain(value, rewrite) : mapMembers(value, rewrite);
}

function mapList(list: readonly unknown[], rewrite: Rewrite): readonly unknown[] {
  const mapped = list.map((item) => mapValue(item, rewrite));
  return mapped.every((item, i) => item === list[i]) ? list : mapped;
}

/** Returns the same object unless a member changed. */
function mapMembers<T extends object>(node: T, rewrite: Rewrite): T {
  const changes = Object.entries(node)
    .map(([key, value]): [string, unknown, unknown] => [key, value, mapValue(value, rewrite)])
    .filter(([, before, after]) => before !== after)
    .map(([key, , after]) => [key, after]);
  return changes.length === 0 ? node : { ...node, ...Object.fromEntries(changes) };
}

interface Chain {
  readonly kind: 'binary';
  readonly left: unknown;
  readonly right: unknown;
}

/** Operator chains are left-deep and may have thousands of terms, so they are mapped without recursion. */
function mapChain(chain: Chain, rewrite: Rewrite): unknown {
  const spine: Chain[] = [];
  let first: unknown = chain;
  while (isOfKind<Chain>(first, 'binary')) {
    spine.push(first);
    first = first.left;
  }
  let left = mapValue(first, rewrite);
  for (const node of spine.reverse()) {
    const right = mapValue(node.right, rewrite);
    left = left === node.left && right === node.right ? node : { ...node, left, right };
  }
  return left;
}

function isOfKind<T extends { readonly kind: string }>(
  value: unknown,
  kind: T['kind'],
): value is T {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === kind;
}
