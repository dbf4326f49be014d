import {
  type AnyNode,
  andTerms,
  type Expression,
  type FromItem,
  mapNodes,
  nodesIn,
  nodesOfKind,
  type Path,
  type Select,
  SqlError,
  type TableColumn,
} from '#googlesql';

/**
 * The pseudo-columns of a range variable that a SELECT names, as its table spells them; some that are those of a
 * variable inside may be among them. An analysis drops columns that nobody reads, but a text has them.
 */
export function pseudoRead(
  select: Select,
  alias: string,
  pseudo: readonly TableColumn[] = [],
): readonly string[] {
  if (pseudo.length === 0) return [];
  const names = pseudo.map(({ name }) => name);
  const read = nodesOfKind(select, 'path').map((path) => pseudoName(path, alias, names));
  return names.filter((name) => read.includes(name));
}

/**
 * A SELECT in which pseudo-columns of a range variable are columns of a subquery in place of its table: `*` leaves them
 * out. Throws a `SqlError` where the whole row is read, which would have them too.
 */
export function hidePseudo(select: Select, alias: string, names: readonly string[]): Select {
  if (names.length === 0) return select;
  refuseWholeRow(select, alias, names);
  const items = select.items.map((item) => {
    if (item.kind !== 'select_star' || (item.of && !isName(item.of, alias))) return item;
    const hidden = names.map((name) => ({ name, at: item.at }));
    return { ...item, except: [...item.except, ...hidden] };
  });
  return { ...select, items };
}

/** Throws a `SqlError` if a SELECT reads pseudo-columns of a range variable and its whole row. */
export function refuseWholeRow(select: Select, alias: string, names: readonly string[]): void {
  if (names.length === 0) return;
  const stars = nodesOfKind(select, 'select_star').map((star) => star.of);
  const row = nodesOfKind(select, 'path').find(
    (path) => isName(path, alias) && !stars.includes(path),
  );
  if (!row) return;
  throw new SqlError(
    `Cannot read the whole row ${alias} and its ${names.join(' and ')} in one SELECT: name the columns, as in STRUCT(${alias}.…)`,
    row.at,
  );
}

function isName(expression: Expression, name: string): boolean {
  if (expression.kind !== 'path' || expression.names.length !== 1) return false;
  return expression.names[0]?.name.toLowerCase() === name.toLowerCase();
}

/** Calls with another value for each row. */
const VOLATILE: ReadonlySet<string> = new Set(['RAND', 'GENERATE_UUID']);

/**
 * The terms of a SELECT's WHERE, and of the ON of its joins, that read nothing but pseudo-columns of a range variable,
 * with these unqualified: rows of the variable that do not meet them have no part in the result. So it is not where they
 * may be missing in a join, or kept by one.
 */
export function pseudoTerms(
  { from, where }: Select,
  alias: string,
  names: readonly string[],
): readonly Expression[] {
  if (!from) return [];
  const terms = isPreserved(from, alias) ? andTerms(where) : [];
  return [...terms, ...joinTerms(from, alias)]
    .filter((term) => readsOnly(term, alias, names))
    .map(unqualified);
}

function readsOnly(term: Expression, alias: string, names: readonly string[]): boolean {
  const paths = nodesOfKind(term, 'path');
  return (
    paths.length > 0 &&
    paths.every((path) => pseudoName(path, alias, names) !== undefined) &&
    !nodesIn(term).some(variesByRow)
  );
}

/** Whether a node has another value for each row, whatever it reads. */
function variesByRow(node: AnyNode): boolean {
  if (!('kind' in node)) return false;
  if (node.kind === 'call') return VOLATILE.has(node.path.at(-1)?.name.toUpperCase() ?? '');
  return node.kind === 'query';
}

/** The pseudo-column that a path names. */
export function pseudoName(
  { names: path }: Path,
  alias: string,
  names: readonly string[],
): string | undefined {
  const [first, second, ...more] = path.map(({ name }) => name.toLowerCase());
  const name = second === undefined ? first : first === alias.toLowerCase() ? second : undefined;
  if (more.length > 0) return undefined;
  return names.find((pseudo) => pseudo.toLowerCase() === name);
}

/** A term whose paths are columns, without their range variables. */
function unqualified(term: Expression): Expression {
  const leave = (node: Expression): Expression =>
    node.kind === 'path' ? { ...node, names: node.names.slice(-1) } : node;
  return mapNodes({ term }, { leave }).term;
}

/** Whether each row of a FROM clause has one of the range variable. */
function isPreserved(from: FromItem, alias: string): boolean {
  if (from.kind !== 'join') return hasVariable(from, alias);
  const { left, right, type } = from;
  const isInner = type === 'INNER' || type === 'CROSS' || type === 'COMMA';
  return (
    ((isInner || type === 'LEFT') && isPreserved(left, alias)) ||
    ((isInner || type === 'RIGHT') && isPreserved(right, alias))
  );
}

/** The terms of the ON of joins that the rows of a range variable must meet to have a part in what is joined. */
function joinTerms(from: FromItem, alias: string): readonly Expression[] {
  if (from.kind !== 'join') return [];
  const { condition, left, right, type } = from;
  const isMatched =
    ((type === 'INNER' || type === 'LEFT') && isPreserved(right, alias)) ||
    ((type === 'INNER' || type === 'RIGHT') && isPreserved(left, alias));
  const own = isMatched && condition?.kind === 'on' ? andTerms(condition.expression) : [];
  return [...own, ...joinTerms(left, alias), ...joinTerms(right, alias)];
}

function hasVariable(from: FromItem, alias: string): boolean {
  if (from.kind !== 'table_path') return false;
  return (from.alias ?? from.path.at(-1))?.name.toLowerCase() === alias.toLowerCase();
}
