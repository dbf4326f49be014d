import { type AnyNode, nodesIn, nodesOfKind, type Path, type Query } from '#googlesql';

/** What makes a part of a statement depend on the member: the parameter, and CTEs that are already merged. */
export interface Dependence {
  readonly parameter: string;
  /** In lower case. */
  readonly ctes: ReadonlySet<string>;
}

/** Whether the part names the parameter or reads one of the CTEs. Compares names only, so it can be falsely true. */
export function isDependent(part: AnyNode, dependence: Dependence): boolean {
  return nodesIn(part).some((node) => isParameter(node, dependence) || isRead(node, dependence));
}

/** Whether the part names the parameter. */
export function namesParameter(part: AnyNode, dependence: Dependence): boolean {
  return nodesIn(part).some((node) => isParameter(node, dependence));
}

/** Whether the node is the parameter. */
export function isParameter(node: AnyNode, { parameter }: Dependence): boolean {
  return 'kind' in node && node.kind === 'parameter' && node.name.toLowerCase() === parameter;
}

/**
 * Rejects what would change or lose its meaning when the rows of several members are combined: analytic functions,
 * whole rows of a relation that gains a column, and subqueries that would be correlated with a table, which BigQuery
 * does not run.
 */
export function checkExpression(
  part: AnyNode,
  dependence: Dependence,
  relations: ReadonlySet<string>,
): void {
  for (const node of nodesIn(part)) {
    if (!('kind' in node)) continue;
    if (node.kind === 'query') checkSubquery(node, dependence);
    if (node.kind === 'path') checkPath(node, relations);
    if (node.kind === 'call' && node.over) {
      throw new Error('uses an analytic function on rows that depend on the parameter');
    }
  }
}

function checkPath({ names }: Path, relations: ReadonlySet<string>): void {
  const [first] = names;
  if (first && names.length === 1 && relations.has(first.name.toLowerCase())) {
    throw new Error(`may use whole rows of "${first.name}", which depends on the parameter`);
  }
}

function checkSubquery(query: Query, dependence: Dependence): void {
  if (readsTable(query) && isDependent(query, dependence)) {
    throw new Error('has a subquery over a table or CTE that depends on the parameter');
  }
}

/** A path of one name is a table's; a longer one is an array in a row of the FROM clause. */
function readsTable(query: Query): boolean {
  return nodesOfKind(query, 'table_path').some(({ path }) => path.length === 1);
}

function isRead(node: AnyNode, { ctes }: Dependence): boolean {
  if (!('kind' in node) || node.kind !== 'table_path') return false;
  const [first] = node.path;
  return first !== undefined && node.path.length === 1 && ctes.has(first.name.toLowerCase());
}
