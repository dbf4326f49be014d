import { isUndeclared } from '../../functions/core/signatures/supertype.ts';
import { SqlError } from '../../sql-error.ts';
import type { FromItem, Path, TablePath, UnnestItem } from '../../syntax/tree/ast.ts';
import { arrayOf, SCALARS, shortTypeName } from '../../types.ts';
import { type Environment, resolveApart, rowContext } from '../names/context.ts';
import { identifierText, pathText } from '../names/identifier-text.ts';
import type { ResolvedFrom } from '../names/names.ts';
import { NameList, Scope } from '../names/names.ts';
import type { ArrayScan, Column, ResolvedExpression } from '../resolved/resolved.ts';

/** A FROM item that yields the elements of an array. */
export type ArrayItem = UnnestItem | TablePath;

/** The FROM item if it is an array: UNNEST, or a path that starts with a name in scope. */
export function asArrayItem(item: FromItem, scope: Scope): ArrayItem | undefined {
  if (item.kind === 'unnest') return item;
  if (item.kind !== 'table_path' || item.path.length < 2) return undefined;
  const [first] = item.path;
  return first && scope.lookup(first.name) ? item : undefined;
}

/** Resolves the elements of an array as rows; `names` are those of the array itself. */
export function resolveArrayItem(
  item: ArrayItem,
  left: NameList | undefined,
  environment: Environment,
): ResolvedFrom & { readonly scan: ArrayScan } {
  const { session } = environment;
  const array = resolveArrayValue(item, left, environment);
  const { type } = array;
  if (type.kind !== 'ARRAY') throw new TypeError('Not an array');
  const alias = item.alias ?? (item.kind === 'table_path' ? item.path.at(-1) : undefined);
  const element = session.newColumn(alias?.name ?? '', type.element);
  const names = new NameList();
  addValue(names, alias?.name ?? '', element, alias?.at ?? item.at);
  const offset = item.withOffset && addOffset(item, alias?.name, names, environment);
  const columns = offset ? [element, offset] : [element];
  const alone = { input: undefined, outer: false, condition: undefined } as const;
  return { names, scan: { kind: 'array', array, element, offset, columns, ...alone } };
}

function addValue(names: NameList, alias: string, column: Column, at: number): void {
  names.addRow(alias, column);
  if (alias === '') return;
  const own = new NameList();
  own.addRow(alias, column);
  names.addRange({ name: alias, names: own, at, isArray: true });
}

function addOffset(
  item: ArrayItem,
  elementName: string | undefined,
  names: NameList,
  { session }: Environment,
): Column {
  const name = item.withOffset?.alias?.name ?? 'offset';
  const at = item.withOffset?.alias?.at ?? item.withOffset?.at ?? item.at;
  if (elementName?.toLowerCase() === name.toLowerCase()) {
    throw new SqlError(`Duplicate alias ${identifierText(name)} found`, at);
  }
  const column = session.newColumn(name, SCALARS.INT64);
  addValue(names, name, column, at);
  return column;
}

function resolveArrayValue(
  item: ArrayItem,
  left: NameList | undefined,
  environment: Environment,
): ResolvedExpression {
  const scope = new Scope(left ?? new NameList(), environment.outer);
  const node: UnnestItem['expression'] =
    item.kind === 'unnest' ? item.expression : { kind: 'path', at: item.at, names: item.path };
  if (item.kind === 'unnest' && node.kind === 'path') refuseTablePrefix(node, scope, environment);
  const clause = item.kind === 'unnest' ? 'UNNEST' : 'FROM clause';
  const { expression } = resolveApart(node, rowContext(environment, scope, clause));
  if (expression.type.kind === 'ARRAY') return expression;
  // Only other uses tell what it is an array of.
  if (isUndeclared(expression)) return { ...expression, type: arrayOf(expression.type) };
  const type = shortTypeName(expression.type);
  if (item.kind === 'unnest') {
    throw new SqlError(
      `Values referenced in UNNEST must be arrays. UNNEST contains expression of type ${type}`,
      node.at,
    );
  }
  throw new SqlError(
    `Values referenced in FROM clause must be arrays. ${pathText(item.path)} has type ${type}`,
    item.at,
  );
}

/** Refuses a table that comes later or is not in FROM as the source of an array. */
function refuseTablePrefix(path: Path, scope: Scope, { ctes, tables }: Environment): void {
  const [first, ...more] = path.names;
  if (!first || more.length === 0 || scope.lookup(first.name)) return;
  if (!ctes?.find(first.name) && !tables.has(first.name)) return;
  throw new SqlError(
    `UNNEST cannot be applied on path expression with non-correlated table name prefix ${identifierText(first.name)}`,
    path.at,
  );
}
