import { andTerms, copyNode, type Expression, type Query } from '#googlesql';
import { type Dependence, isDependent, isParameter } from './dependence.ts';
import { isAnyMember } from './member-nodes.ts';

/** What the condition of a SELECT says of the members that its rows belong to. */
export interface MemberFilter {
  /** Whether the parameter is compared by equality. */
  readonly compares: boolean;
  /**
   * A condition that every row of any member meets: `x IN UNNEST(@_members)` for `x = @p`. All values in it but columns are
   * known before a row is read, so that it prunes partitions and blocks as the conditions of single statements do.
   * Undefined if all rows meet it.
   */
  readonly condition: Expression | undefined;
}

/**
 * The filter that the terms of a condition imply that name the parameter.
 *
 * Throws an `Error` with the reason if one uses it otherwise than in an equality: what that prunes in a single statement
 * would be read.
 */
export function memberFilter(where: Expression, dependence: Dependence): MemberFilter {
  const filters = andTerms(where)
    .filter((term) => isDependent(term, dependence))
    .map((term) => impliedBy(term, dependence));
  return filters.reduce(both, { compares: false, condition: undefined });
}

function impliedBy(condition: Expression, dependence: Dependence): MemberFilter {
  if (!isDependent(condition, dependence)) {
    return { compares: false, condition: copyNode(condition) };
  }
  if (
    condition.kind === 'binary' &&
    (condition.operator === 'AND' || condition.operator === 'OR')
  ) {
    const combine = condition.operator === 'AND' ? both : either;
    return combine(impliedBy(condition.left, dependence), impliedBy(condition.right, dependence));
  }
  const { at } = condition;
  const compared = comparedWith(condition, dependence);
  if (compared) {
    const anyOf = compared.map((operand) => isAnyMember(copyNode(operand), at));
    return { compares: true, condition: anyOf.reduce((one, other) => joined('OR', one, other)) };
  }
  if (condition.kind === 'subquery' && condition.modifier === 'EXISTS') {
    // Conditions on the elements of a row's array prune nothing.
    return { compares: comparesWithin(condition.query, dependence), condition: undefined };
  }
  throw new Error('uses the parameter in WHERE otherwise than compared by equality');
}

function both(one: MemberFilter, other: MemberFilter): MemberFilter {
  const compares = one.compares || other.compares;
  if (!one.condition || !other.condition) {
    return { compares, condition: one.condition ?? other.condition };
  }
  return { compares, condition: joined('AND', one.condition, other.condition) };
}

function either(one: MemberFilter, other: MemberFilter): MemberFilter {
  const condition =
    one.condition && other.condition ? joined('OR', one.condition, other.condition) : undefined;
  return { compares: one.compares || other.compares, condition };
}

/** What an equality compares the parameter with; undefined if the condition is no equality with it. */
function comparedWith(
  condition: Expression,
  dependence: Dependence,
): readonly Expression[] | undefined {
  const sides = sidesOf(condition);
  const others = sides?.filter((side) => !isParameter(side, dependence)) ?? [];
  const [first, ...more] = others;
  if (!sides || !first || others.length !== sides.length - 1) return undefined;
  return others.some((other) => isDependent(other, dependence)) ? undefined : [first, ...more];
}

/** The operands of `=`, of IS NOT DISTINCT FROM, and of IN with the parameter on the left. */
function sidesOf(condition: Expression): readonly Expression[] | undefined {
  if (condition.kind === 'binary' && condition.operator === '=') {
    return [condition.left, condition.right];
  }
  if (condition.kind === 'distinct_from' && condition.negated) {
    return [condition.left, condition.right];
  }
  if (condition.kind === 'in' && !condition.negated && condition.in.kind === 'list') {
    const { operand } = condition;
    return operand.kind === 'parameter' ? [operand, ...condition.in.items] : undefined;
  }
  return undefined;
}

/** Whether the WHERE of a subquery compares the parameter by equality. */
function comparesWithin({ body }: Query, dependence: Dependence): boolean {
  if (body.kind !== 'select' || !body.where) return false;
  return memberFilter(body.where, dependence).compares;
}

function joined(operator: 'AND' | 'OR', left: Expression, right: Expression): Expression {
  return { kind: 'binary', operator, left, right, at: left.at };
}
