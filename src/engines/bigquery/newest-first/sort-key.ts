import { type Expression, mapNodes, type Query, type SelectItem } from '#googlesql';

type SelectExpression = Extract<SelectItem, { kind: 'select_expression' }>;
type SelectStar = Extract<SelectItem, { kind: 'select_star' }>;

/**
 * The first sort key of a query without the names and numbers of columns of its list, which it may use in place of their
 * expressions; undefined where that is not one SELECT, or another expression would have to be made up.
 */
export function sortKey({ body, orderBy: [first] }: Query): Expression | undefined {
  if (body.kind !== 'select' || !first) return undefined;
  const { expression: key } = first;
  if (key.kind === 'literal') return numbered(Number(key.value), body.items);
  let isKnown = true;
  const leave = (node: Expression): Expression => {
    const [name, ...fields] = node.kind === 'path' ? node.names : [];
    const found = name && named(name.name, body.items);
    if (!found) return node;
    // A field of a column of the list, or a name that RENAME gives.
    isKnown &&= fields.length === 0 && found !== 'renamed';
    return found === 'renamed' ? node : found;
  };
  const inner = mapNodes({ key }, { leave }).key;
  return isKnown ? inner : undefined;
}

function numbered(place: number, items: readonly SelectItem[]): Expression | undefined {
  const before = items.slice(0, place);
  const item = before.at(-1);
  const hasStar = before.some(({ kind }) => kind === 'select_star');
  return hasStar || item?.kind !== 'select_expression' ? undefined : item.expression;
}

/** The expression of the column with a name; undefined for columns of a `*`, which have that name in FROM too. */
function named(name: string, items: readonly SelectItem[]): Expression | 'renamed' | undefined {
  const is = (other: string | undefined) => other?.toLowerCase() === name.toLowerCase();
  for (const item of items) {
    const found =
      item.kind === 'select_star' ? replacedBy(item, is) : is(nameOf(item)) && item.expression;
    if (found) return found;
  }
  return undefined;
}

function replacedBy(
  { rename = [], replace }: SelectStar,
  is: (name: string) => boolean,
): Expression | 'renamed' | undefined {
  if (rename.some(({ to }) => is(to.name))) return 'renamed';
  return replace.find(({ alias }) => is(alias.name))?.expression;
}

function nameOf({ alias, expression }: SelectExpression): string | undefined {
  if (alias) return alias.name;
  return expression.kind === 'path' ? expression.names.at(-1)?.name : undefined;
}
