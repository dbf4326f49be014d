import {
  type HeaderColumn,
  type ProvenType,
  parseTypeSpelling,
  SqlError,
  sameType,
  typeName,
} from '#googlesql';
import type { EndpointColumn, EndpointSource } from '../../endpoint/endpoint.ts';
import type { ColumnSpec } from '../../endpoint/endpoint-spec.ts';
import { camelCase, columnFaults } from '../names.ts';
import { sameName } from './same-name.ts';

/** A column as inferred. */
interface DescribedColumn {
  readonly name: string;
  readonly type: ProvenType;
}

/**
 * The result columns, with what the head comment and `endpoint.ts` say of them, and where these say nothing, the views
 * that the query reads: `texts` are by lower-case name.
 */
export function completeColumns(
  { header, declaration }: EndpointSource,
  described: readonly DescribedColumn[],
  texts: ReadonlyMap<string, string>,
): readonly EndpointColumn[] {
  refuseNames(described.map(({ name }) => name));
  for (const { type } of described) refuseFields(type);
  const declared = Object.entries(declaration.columns ?? {});
  const isThere = (name: string) => described.some((one) => sameName(one.name, name));
  for (const { name, offset } of header.columns) {
    if (!isThere(name)) throw new SqlError(`The query has no column "${name}"`, offset);
  }
  for (const [name] of declared) {
    if (!isThere(name)) throw new Error(`its query has no result column "${name}"`);
  }
  return described.map((column) => {
    const tag = header.columns.find(({ name }) => sameName(name, column.name));
    const spec = declared.find(([name]) => sameName(name, column.name))?.[1];
    return columnOf(column, tag, { description: texts.get(column.name.toLowerCase()), ...spec });
  });
}

function refuseNames(names: readonly string[], what: 'column' | 'field' = 'column'): void {
  const [fault] = columnFaults(names, what);
  if (fault) throw new SqlError(fault.message);
}

/** Refuses names of nested fields that GraphQL cannot say. */
function refuseFields({ element, fields }: ProvenType): void {
  if (element) refuseFields(element);
  if (!fields) return;
  refuseNames(
    fields.map(({ name }) => name),
    'field',
  );
  for (const { type } of fields) refuseFields(type);
}

function columnOf(
  { name, type }: DescribedColumn,
  tag: HeaderColumn | undefined,
  spec: ColumnSpec | undefined,
): EndpointColumn {
  const declared = spec?.type === undefined ? undefined : parseTypeSpelling(spec.type);
  const said = tag?.type ?? declared;
  if (said && !sameType(said.type, type.type)) {
    const problem = `Column "${name}" is ${typeName(type.type)}, not ${typeName(said.type)}`;
    throw tag?.type ? new SqlError(problem, tag.typeOffset) : new Error(problem);
  }
  const isAsserted = said?.isRequired === true && !type.isRequired;
  return {
    name,
    field: camelCase(name),
    type: isAsserted ? { ...type, isRequired: true } : type,
    description: tag?.text ?? spec?.description,
    isAsserted,
    ...(spec?.scalar && { scalar: spec.scalar }),
    ...(spec?.recordName && { recordName: spec.recordName }),
  };
}
