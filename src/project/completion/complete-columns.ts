import {
  type HeaderColumn,
  type ProvenType,
  parseTypeSpelling,
  SqlError,
  sameType,
  spellType,
  typeName,
} from '#googlesql';
import type { EndpointColumn, EndpointSource } from '../../endpoint/endpoint.ts';
import type { ColumnSpec } from '../../endpoint/endpoint-spec.ts';
import { SpecError } from '../../endpoint/spec-error.ts';
import { camelCase } from '../names.ts';
import { agreed } from './agreed.ts';
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
  const declared = Object.entries(declaration.columns ?? {});
  const isThere = (name: string) => described.some((one) => sameName(one.name, name));
  for (const { name, offset } of header.columns) {
    if (!isThere(name)) throw new SqlError(`The query has no column "${name}"`, offset);
  }
  for (const [name] of declared) {
    if (!isThere(name))
      throw new SpecError(`its query has no result column "${name}"`, ['columns', name]);
  }
  return described.map((column) => {
    const tag = header.columns.find(({ name }) => sameName(name, column.name));
    const spec = declared.find(([name]) => sameName(name, column.name))?.[1];
    const completed = columnOf(column, tag, spec);
    const description = completed.description ?? texts.get(column.name.toLowerCase());
    return { ...completed, description };
  });
}

function columnOf(
  { name, type }: DescribedColumn,
  tag: HeaderColumn | undefined,
  spec: ColumnSpec | undefined,
): EndpointColumn {
  const declared = declaredType({ name, type }, tag, spec?.type);
  if (spec?.recordName && !type.element?.fields) {
    const problem = `its column "${name}" has a recordName, but is ${typeName(type.type)}`;
    throw new SpecError(problem, ['columns', name, 'recordName']);
  }
  const isAsserted = declared?.isRequired === true && !type.isRequired;
  const text = tag?.text === undefined ? undefined : { value: tag.text, offset: tag.offset };
  return {
    name,
    field: camelCase(name),
    type: isAsserted ? { ...type, isRequired: true } : type,
    description: agreed(`The description of ${name}`, text, spec?.description),
    isAsserted,
    ...(spec?.scalar && { scalar: spec.scalar }),
    ...(spec?.recordName && { recordName: spec.recordName }),
  };
}

/** The type that is declared for a column, which is the one that it has. */
function declaredType(
  { name, type }: DescribedColumn,
  tag: HeaderColumn | undefined,
  spelling: string | undefined,
): ProvenType | undefined {
  const here = tag?.type && { value: spellType(tag.type), offset: tag.typeOffset ?? tag.offset };
  const text = agreed(`Column "${name}"`, here, spelling);
  if (text === undefined) return undefined;
  const declared = parseTypeSpelling(text);
  if (sameType(declared.type, type.type)) return declared;
  const problem = `Column "${name}" is ${typeName(type.type)}, not ${typeName(declared.type)}`;
  throw here
    ? new SqlError(problem, here.offset)
    : new SpecError(problem, ['columns', name, 'type']);
}
