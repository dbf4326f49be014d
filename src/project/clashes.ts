import type { ProvenType } from '#googlesql';
import type { Endpoint } from '../endpoint/endpoint.ts';
import { aliasAdvice, type ColumnPlace, columnPlaces } from './completion/column-places.ts';
import { OWN_TYPES } from './modules/own-types.ts';
import { pascalCase } from './names.ts';

/** Two endpoints, or two columns, that cannot be there together. */
export interface Clash {
  /** The endpoint that has to change. */
  readonly endpoint: Endpoint;
  readonly message: string;
  /** Into its SQL; 0 where its file has no better place. */
  readonly offset: number;
}

/** What is the same in endpoints, each of which has no mistakes of its own: ids, GraphQL types and root fields. */
export function findClashes(endpoints: readonly Endpoint[]): readonly Clash[] {
  const fields = endpoints.flatMap(fieldUses);
  return [
    ...idClashes(endpoints),
    ...nameClashes([...OWN_USES, ...endpoints.flatMap(typeUses)]),
    ...nameClashes(fields),
  ];
}

function idClashes(endpoints: readonly Endpoint[]): readonly Clash[] {
  return endpoints.flatMap((endpoint, i) => {
    const { id, name, sql } = endpoint;
    const other = endpoints.slice(0, i).find((earlier) => earlier.id === id);
    if (!other) return [];
    const message = `"${name}" has the id of "${other.name}" in ${other.file}: write another one, or none`;
    return { endpoint, message, offset: Math.max(sql.toLowerCase().indexOf(id), 0) };
  });
}

/** A GraphQL name of an endpoint. */
interface NameUse {
  readonly name: string;
  /** What has the name, as messages say it. */
  readonly subject: string;
  /** Undefined for a name of every project. */
  readonly endpoint?: Endpoint;
  /** The column that the name is made of. */
  readonly column?: { readonly name: string; readonly place: ColumnPlace | undefined };
}

const OWN_USES: readonly NameUse[] = OWN_TYPES.map((name) => {
  return { name, subject: 'a type of every project' };
});

function nameClashes(uses: readonly NameUse[]): readonly Clash[] {
  const first = new Map<string, NameUse>();
  return uses.flatMap((use) => {
    const other = first.get(use.name);
    if (other) return clashOf(other, use);
    first.set(use.name, use);
    return [];
  });
}

function clashOf(earlier: NameUse, later: NameUse): readonly Clash[] {
  // A column gets another name more easily than an endpoint.
  const [use, other] =
    earlier.column && !later.column ? [later, earlier].toReversed() : [later, earlier];
  if (!use?.endpoint || !other) return [];
  const { column, endpoint, name, subject } = use;
  const advice = column
    ? aliasAdvice(column.place, `${column.name.replace(/[^A-Za-z0-9]+/g, '_')}_2`)
    : `call it "${endpoint.name}-2"`;
  const message = `The GraphQL name of ${subject}, ${name}, is also that of ${other.subject}: ${advice}`;
  return [{ endpoint, message, offset: column?.place?.at ?? 0 }];
}

function fieldUses(endpoint: Endpoint): readonly NameUse[] {
  const { field, name, views } = endpoint;
  const own = { name: field, subject: `"${name}"`, endpoint };
  return views
    ? [own, { name: `${field}Views`, subject: `the views of "${name}"`, endpoint }]
    : [own];
}

/** The GraphQL types of an endpoint; columns with a `recordName` share theirs. */
function typeUses(endpoint: Endpoint): readonly NameUse[] {
  const { columns, name, parameters, statement, views } = endpoint;
  const prefix = pascalCase(name);
  const places = statement.kind === 'compiled' ? columnPlaces(statement.query, columns.length) : [];
  const use = (type: string, subject: string): NameUse => ({ name: type, subject, endpoint });
  return [
    use(`${prefix}Row`, `the rows of "${name}"`),
    use(`${prefix}Result`, `the result of "${name}"`),
    ...(isOrdered(endpoint) ? [use(`${prefix}OrderBy`, `the order of "${name}"`)] : []),
    ...(views ? [use(`${prefix}Views`, `the views of "${name}"`)] : []),
    ...Object.entries(parameters).flatMap(([parameter, { enumName, values }]) =>
      values
        ? use(enumName ?? `${prefix}${pascalCase(parameter)}`, `@${parameter} of "${name}"`)
        : [],
    ),
    ...columns.flatMap(({ name: column, recordName, type }, i) =>
      recordName === undefined
        ? recordNames(`${prefix}Row${pascalCase(column)}`, type).map((record) => ({
            ...use(record, `column "${column}" of "${name}"`),
            column: { name: column, place: places[i] },
          }))
        : [],
    ),
  ];
}

function isOrdered({ columns, returns, settings }: Endpoint): boolean {
  const isScalar = ({ type: { element, fields, type } }: Endpoint['columns'][number]) =>
    !element && !fields && type.kind !== 'JSON';
  return settings.shape && returns === 'many' && columns.some(isScalar);
}

/** The names of the object types of a column, named by path. */
function recordNames(name: string, type: ProvenType): readonly string[] {
  const { fields } = type.element ?? type;
  if (!fields) return [];
  return [
    name,
    ...fields.flatMap((field) => recordNames(`${name}${pascalCase(field.name)}`, field.type)),
  ];
}
