import type { Query } from './ast.ts';
import { unwrapped } from './query-of.ts';

/**
 * Whether two trees, or parts of trees, are equal apart from `at`, `filterOf` and `pipe`. A query that only wraps
 * another one in parentheses equals it. Works on chains of any length without recursion.
 */
export function equalTrees(left: object, right: object): boolean {
  const pending: [unknown, unknown][] = [[left, right]];
  for (let pair = pending.pop(); pair !== undefined; pair = pending.pop()) {
    const [a, b] = [bare(pair[0]), bare(pair[1])];
    if (a === b) continue;
    if (!isObject(a) || !isObject(b) || Array.isArray(a) !== Array.isArray(b)) return false;
    if (Array.isArray(a) && Array.isArray(b) && a.length !== b.length) return false;
    for (const key of keysOf(a, b)) pending.push([a[key], b[key]]);
  }
  return true;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/** The member names of both objects; an undefined member equals an absent one. */
function keysOf(a: object, b: object): string[] {
  const keys = Object.keys(a).filter((key) => !SPELLING.has(key));
  for (const key of Object.keys(b)) if (!SPELLING.has(key) && !(key in a)) keys.push(key);
  return keys;
}

const SPELLING: ReadonlySet<string> = new Set(['at', 'filterOf', 'pipe']);

function bare(value: unknown): unknown {
  const isQuery = isObject(value) && value['kind'] === 'query';
  const inner = isQuery ? unwrapped(value as unknown as Query) : value;
  return inner === value ? value : bare(inner);
}
