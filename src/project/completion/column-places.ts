import {
  type Expression,
  printIdentifier,
  type Query,
  type Select,
  type SelectItem,
} from '#googlesql';

/** Where a query writes a column, or a field of a struct. */
export interface ColumnPlace {
  /** Of its alias, or of its expression. */
  readonly at: number;
  /** Its expression and its alias; undefined for a column that a `*` gives. */
  readonly part: Pick<SelectExpression, 'expression' | 'alias'> | undefined;
}

type SelectExpression = Extract<SelectItem, { kind: 'select_expression' }>;

/** What to write for a column to have another name. */
export function aliasAdvice(place: ColumnPlace | undefined, alias: string): string {
  const part = place?.part;
  if (!part) return `name it with "AS ${alias}"`;
  if (!part.alias) return `write "AS ${alias}" after it`;
  return `write "AS ${alias}" in place of "AS ${printIdentifier(part.alias.name)}"`;
}

/** Where the columns of a query come from; those of the first input of a set operation, which names them. */
export function columnPlaces(query: Query, count: number): readonly (ColumnPlace | undefined)[] {
  const select = firstSelect(query);
  if (select.as !== undefined) return Array.from({ length: count }, () => placeOf(select));
  return itemPlaces(select, count);
}

function firstSelect({ body }: Query): Select {
  let first = body;
  while (first.kind !== 'select') {
    first = first.kind === 'query' ? first.body : (first.inputs[0] as typeof first);
  }
  return first;
}

/** The items of a list for each of the columns that it gives: a `*` stands for as many as the others leave. */
function itemPlaces({ items }: Select, count: number): readonly (ColumnPlace | undefined)[] {
  const stars = items.filter(({ kind }) => kind === 'select_star').length;
  if (stars === 0 && items.length !== count) return [];
  // Where one star ends and the next begins is unknown.
  const first = items.findIndex(({ kind }) => kind === 'select_star');
  const last = items.findLastIndex(({ kind }) => kind === 'select_star');
  return Array.from({ length: count }, (_, i) => {
    const fromEnd = items.length - (count - i);
    if (stars === 0 || i < first) return itemPlace(items[i]);
    if (fromEnd > last) return itemPlace(items[fromEnd]);
    const star = items[first];
    return star && { at: star.at, part: undefined };
  });
}

function itemPlace(item: SelectItem | undefined): ColumnPlace | undefined {
  if (!item) return undefined;
  return item.kind === 'select_star' ? placeOf(item) : partPlace(item);
}

function placeOf({ at }: { readonly at: number }): ColumnPlace {
  return { at, part: undefined };
}

/** Where the fields of a struct come from, or of an array of structs; undefined where no text names them. */
export function fieldPlaces(
  expression: Expression,
  count: number,
): readonly ColumnPlace[] | undefined {
  switch (expression.kind) {
    case 'struct':
      return structPlaces(expression);
    case 'array':
      return expression.items[0] && fieldPlaces(expression.items[0], count);
    case 'call':
      return expression.arguments[0] && fieldPlaces(expression.arguments[0].value, count);
    case 'subquery': {
      const select = firstSelect(expression.query);
      const places = itemPlaces(select, select.as === 'STRUCT' ? count : 1);
      if (select.as === 'STRUCT') return places.flatMap((place) => place ?? []);
      return places[0]?.part && fieldPlaces(places[0].part.expression, count);
    }
    default:
      return undefined;
  }
}

function structPlaces(
  struct: Extract<Expression, { readonly kind: 'struct' }>,
): readonly ColumnPlace[] | undefined {
  return struct.tuple || struct.type ? undefined : struct.fields.map(partPlace);
}

function partPlace(part: NonNullable<ColumnPlace['part']>): ColumnPlace {
  return { at: part.alias?.at ?? part.expression.at, part };
}
