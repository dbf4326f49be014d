import type { Cursor } from '../../lexer/cursor.ts';
import type { FromItem, Join } from '../../tree/ast.ts';

/** A join as written, without its left side: `JOIN right ON … ON …`. */
export interface JoinPart {
  readonly at: number;
  readonly type: Join['type'];
  readonly right: FromItem;
  readonly conditions: readonly {
    readonly at: number;
    readonly condition: NonNullable<Join['condition']>;
  }[];
}

/** A join without its condition so far. */
interface OpenJoin {
  readonly part: JoinPart;
  readonly left: FromItem;
}

/**
 * Builds the tree of a chain of joins. It is left-deep, except that a second consecutive condition belongs to the
 * nearest preceding join that has none yet: `a JOIN b JOIN c ON x ON y` is `a JOIN (b JOIN c ON x) ON y`.
 */
export function joinParts(
  cursor: Cursor,
  at: number,
  first: FromItem,
  parts: readonly JoinPart[],
): FromItem {
  const nested = parts.findIndex(({ conditions }) => conditions.length > 1);
  if (nested === -1) return joinPlain(cursor, first, parts);
  const comma = parts.findIndex(({ type }) => type === 'COMMA');
  if (comma !== -1 && comma < nested) {
    const second = parts[nested]?.conditions[1]?.at ?? at;
    cursor.refuse(`Syntax error: Unexpected keyword ${cursor.keywordAt(second)}`, second);
  }
  if (comma !== -1) {
    cursor.refuse('Syntax error: Comma join is not allowed after consecutive ON/USING clauses', at);
  }
  return joinNested(cursor, first, parts);
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
  const count: ConditionCount = { joins: 0, conditions: 0 };
  let item = first;
  for (const part of parts) {
    const isOpen = part.type !== 'CROSS' || part.conditions.length > 0;
    if (!isOpen) item = join(item, part, part.right, undefined);
    if (!isOpen) continue;
    count.joins += part.type === 'CROSS' ? 0 : 1;
    open.push({ part, left: item });
    item = part.right;
    for (const { at, condition } of part.conditions) {
      count.conditions += 1;
      const last = open.pop();
      if (last === undefined || count.conditions > count.joins) {
        return refuseCondition(cursor, count, part, at);
      }
      item = join(last.left, last.part, item, condition);
    }
  }
  if (open.length > 0) refuseOpen(cursor, count, open);
  return item;
}

/** The number of conditions so far, and of joins that need one. */
interface ConditionCount {
  joins: number;
  conditions: number;
}

function refuseCondition(
  cursor: Cursor,
  { joins, conditions }: ConditionCount,
  { conditions: all }: JoinPart,
  at: number,
): never {
  const rest = all.filter((condition) => condition.at > at).length;
  return cursor.refuse(
    `Syntax error: The number of join conditions is ${conditions + rest} but the number of joins that require a join condition is only ${joins}. Unexpected keyword ${cursor.keywordAt(at)}`,
    at,
  );
}

function refuseOpen(
  cursor: Cursor,
  { joins, conditions }: ConditionCount,
  [first]: readonly OpenJoin[],
): never {
  return cursor.refuse(
    `Syntax error: The number of join conditions is ${conditions} but the number of joins that require a join condition is ${joins}. ${first?.part.type} JOIN must have an ON or USING clause`,
    first?.part.at,
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
