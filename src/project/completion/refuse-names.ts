import { type InferredStatement, type ProvenType, SqlError } from '#googlesql';
import { columnFaults } from '../names.ts';
import { aliasAdvice, type ColumnPlace, columnPlaces, fieldPlaces } from './column-places.ts';

/** Refuses names of columns and of nested fields that GraphQL cannot say, with the alias to write at their place. */
export function refuseNames({
  columns,
  query,
}: Pick<InferredStatement, 'columns' | 'query'>): void {
  const parts = columnPlaces(query, columns.length);
  refuseIn(columns, parts, query.at, 'column');
  for (const [i, { type }] of columns.entries()) refuseFields(type, parts[i]);
}

function refuseIn(
  named: readonly { readonly name: string }[],
  places: readonly (ColumnPlace | undefined)[],
  at: number,
  what: 'column' | 'field',
): void {
  const names = named.map(({ name }) => name);
  const [fault] = columnFaults(names, what, (index, alias) => aliasAdvice(places[index], alias));
  if (!fault) return;
  const place = places[fault.index];
  throw new SqlError(fault.message, place?.at ?? at);
}

function refuseFields({ element, fields }: ProvenType, place: ColumnPlace | undefined): void {
  if (element) refuseFields(element, place);
  if (!fields) return;
  const parts = place?.part ? fieldPlaces(place.part.expression, fields.length) : undefined;
  const places = parts ?? fields.map(() => (place ? { at: place.at, part: undefined } : undefined));
  refuseIn(fields, places, place?.at ?? 0, 'field');
  for (const [i, { type }] of fields.entries()) refuseFields(type, places[i]);
}
