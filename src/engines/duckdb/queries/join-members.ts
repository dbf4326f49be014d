import {
  allConditions,
  conjunctsOf,
  filtered,
  mapInputs,
  type ResolvedExpression,
  type ResolvedStatement,
  type Scan,
  type ScanOf,
} from '#googlesql';
import { MEMBERS_PARAMETER } from '../../members.ts';

/**
 * A merged statement as DuckDB runs it best: the members are one side of a join, for which it builds a hash table, in
 * place of an array that each row is multiplied by. Their list as a condition on each row, by which BigQuery prunes, goes:
 * the join implies it, and DuckDB would search the list for every row.
 */
export function joinMembers(statement: ResolvedStatement): ResolvedStatement {
  if (!statement.parameters.has(MEMBERS_PARAMETER)) return statement;
  return { ...statement, scan: withJoin(statement.scan) };
}

function withJoin(scan: Scan): Scan {
  const mapped = mapInputs(scan, withJoin);
  if (mapped.kind === 'filter') return withoutList(mapped);
  if (mapped.kind !== 'array' || !mapped.input || !isMembers(mapped.array)) return mapped;
  const { columns, element, input, offset } = mapped;
  const members = { ...mapped, input: undefined, columns: offset ? [element, offset] : [element] };
  return {
    kind: 'join',
    type: 'CROSS',
    left: input,
    right: members,
    condition: undefined,
    columns,
  };
}

function withoutList(scan: ScanOf<'filter'>): Scan {
  const conjuncts = conjunctsOf(scan.condition);
  const others = conjuncts.filter((conjunct) => !searchesList(conjunct));
  if (others.length === conjuncts.length) return scan;
  const condition = allConditions(others);
  return condition ? filtered(scan.input, condition) : scan.input;
}

/** `x IN UNNEST(@_members)`, also with AND and OR: nothing else that merging writes has this function. */
function searchesList(condition: ResolvedExpression): boolean {
  if (condition.kind !== 'call') return false;
  const { arguments: parts, function: called } = condition;
  if (called.name === '$in_array') return parts.some(isMembers);
  return (called.name === '$or' || called.name === '$and') && parts.some(searchesList);
}

function isMembers(expression: ResolvedExpression): boolean {
  return expression.kind === 'parameter' && expression.name === MEMBERS_PARAMETER;
}
