import type { FromItem, Join } from './ast.ts';
import type { Cursor } from './cursor.ts';

/** A join as it was written, without its left side: `JOIN right ON … ON …`. */
export interface JoinPart {
  readonly at: number;
  readonly type: Join['type'];
  readonly right: FromItem;
  readonly conditions: readonly {
    readonly at: number;
    readonly condition: NonNullable<Join['condition']>;
  }[];
}

/** A join that waits for its condition. */
interface OpenJoin {
  readonly part: JoinPart;
  readonly left: FromItem;
}

/**
 * The tree of a chain of joins. It grows to the left, except that a second condition in a row belongs to the nearest
 * join before that has none yet: `a JOIN b JOIN c ON x ON y` is `a JOIN (b JOIN c ON x) ON y`.
 */
export function joinParts(cursor: Cursor, first: FromItem, parts: readonly JoinPart[]): FromItem {
  const isPlain = parts.every(({ conditions }) => conditions.length < 2);
  return isPlain ? joinPlain(cursor, first, parts) : joinNested(cursor, first, parts);
}

function joinPlain(cursor: Cursor, first: FromItem, parts: readonly JoinPart[]): FromItem {
  return parts.reduce((left, part) => {
    const [condition] = part.conditions;
    if (condition !== undefined && part.type === 'CROSS') {
      const keyword = condition.condition.kind.toUpperCase();
      cursor.defer(`${keyword} clause cannot be used with CROSS JOIN`, condition.at);
    }
    return join(left, part, part.right, condition?.condition);
  }, first);
}

function joinNested(cursor: Cursor, first: FromItem, parts: readonly JoinPart[]): FromItem {
  const open: OpenJoin[] = [];
  let item = first;
  let joins = 0;
  let conditions = 0;
  for (const part of parts) {
    if (!needsCondition(part)) {
      item = join(item, part, part.right, undefined);
      continue;
    }
    joins += 1;
    open.push({ part, left: item });
    item = part.right;
    for (const { at, condition } of part.conditions) {
      conditions += 1;
      const last = open.pop();
      if (last === undefined) return refuseCondition(cursor, joins, part, conditions, at);
      item = join(last.left, last.part, item, condition);
    }
  }
  while (open.length > 0) {
    const last = open.pop();
    if (last !== undefined) item = join(last.left, last.part, item, undefined);
  }
  return item;
}

function needsCondition({ type, conditions }: JoinPart): boolean {
  return (type !== 'CROSS' && type !== 'COMMA') || conditions.length > 0;
}

function refuseCondition(
  cursor: Cursor,
  joins: number,
  part: JoinPart,
  before: number,
  at: number,
): never {
  const all = Math.max(before, part.conditions.length);
  const keyword = cursor.keywordAt(at);
  return cursor.refuse(
    `Syntax error: The number of join conditions is ${all} but the number of joins that require a join condition is only ${joins}. Unexpected keyword ${keyword}`,
    at,
  );
}

function join(
  left: FromItem,
  { at, type }: JoinPart,
  right: FromItem,
  condition: Join['condition'],
): Join {
  return { kind: 'join', at, type, left, right, condition };
}
