import { hash } from 'node:crypto';
import {
  foreignParameters,
  type OutputColumn,
  type ParameterTag,
  type ParameterUse,
  parameterUses,
  parseTypeSpelling,
  provenColumn,
  SqlError,
  sameType,
  type Type,
} from '#googlesql';
import type { EndpointSource, ForeignText } from '../../endpoint/endpoint.ts';
import { SpecError } from '../../endpoint/spec-error.ts';
import { messageOf } from '../../errors.ts';
import { attempt } from '../../values/attempt.ts';
import type { ForeignContract } from '../contract-file.ts';
import { parameterTags } from './complete-parameters.ts';
import type { InferredText } from './inferred-text.ts';

/** What BigQuery says of a text. */
export interface ForeignDescription {
  /** The types of undeclared parameters, by lower-case name. */
  readonly parameters: ReadonlyMap<string, Type>;
  readonly columns: readonly OutputColumn[];
}

/**
 * Has BigQuery describe a text whose `declared` parameters have these types, by name. Rejects with an `SqlError` where it
 * refuses the text at a place, or with an `Error`; resolves with undefined where no BigQuery is configured.
 */
export type DescribeOnBigQuery = (
  sql: string,
  declared: ReadonlyMap<string, Type>,
) => Promise<ForeignDescription | undefined>;

/** What describes texts that are not compiled here. */
export interface ForeignContext {
  /** The contract's, by name of the endpoint. */
  readonly contracts: ReadonlyMap<string, ForeignContract>;
  readonly describeOnBigQuery: DescribeOnBigQuery | undefined;
}

/** The text that BigQuery gets, with `\n` as line ends, so that a checkout's line ends do not matter. */
function foreignText({ header, sql }: EndpointSource): ForeignText {
  const text = sql.slice(header.end).replace(/\r\n?/g, '\n');
  return { kind: 'foreign', sql: text, hash: hash('sha256', text) };
}

/**
 * The parameters and columns of an endpoint whose text is not compiled here: the contract's where it has the same text,
 * else BigQuery's. Rejects with an `SqlError` for what such an endpoint cannot have, and if nothing describes it.
 */
export async function inferForeign(
  source: EndpointSource,
  context: ForeignContext,
): Promise<InferredText> {
  refuseUnsupported(source);
  const { header, sql } = source;
  const statement = foreignText(source);
  const uses = parameterUses(sql, header.end);
  const tags = parameterTags(source, new Set(uses.map(({ name }) => name.toLowerCase())));
  const { columns, parameters: types } =
    contracted(context.contracts.get(source.name), statement, uses, tags) ??
    (await described(source, tags, context));
  return {
    statement,
    parameters: foreignParameters(uses, tags, types),
    columns: columns.map(({ name, type }) => ({ name, type: provenColumn(type) })),
  };
}

/** Refuses what needs a compiled statement, at its tag. */
function refuseUnsupported({ declaration, header }: EndpointSource): void {
  const refuse = (what: string) => `An endpoint with "@engine bigquery" has no ${what}`;
  if (header.sandbox?.value) throw new SqlError(refuse('sandbox'), header.sandbox.offset);
  if (header.tenant) throw new SqlError(refuse('tenant'), header.tenant.offset);
  const { derive, settings, tenant, views } = declaration;
  const wrong = Object.entries({ derive, tenant, views, 'settings.sandbox': settings?.sandbox });
  const [first] = wrong.find(([, value]) => value) ?? [];
  if (first !== undefined) throw new SpecError(refuse(`"${first}"`), first.split('.'));
}

/** What the contract says of the text; undefined if that is about another text, or other types of parameters. */
function contracted(
  contract: ForeignContract | undefined,
  { hash: own }: ForeignText,
  uses: readonly ParameterUse[],
  tags: readonly ParameterTag[],
): ForeignDescription | undefined {
  if (contract?.text !== own) return undefined;
  const spelt = new Map(
    Object.entries(contract.parameters).map(([name, { type }]) => [name.toLowerCase(), type]),
  );
  const parameters = new Map<string, Type>();
  for (const { name } of uses) {
    const key = name.toLowerCase();
    const type = parsedType(spelt.get(key));
    const tag = tags.find((one) => one.name.toLowerCase() === key)?.type;
    if (!type || (tag && !sameType(tag.type, type))) return undefined;
    parameters.set(key, type);
  }
  const columns = contract.columns.flatMap(({ name, type: text }) => {
    const type = parsedType(text);
    return type ? [{ name, type }] : [];
  });
  return columns.length === contract.columns.length ? { parameters, columns } : undefined;
}

/** The type that a contract spells; undefined for none, or one of a later release. */
function parsedType(text: string | undefined): Type | undefined {
  return text === undefined ? undefined : attempt(() => parseTypeSpelling(text).type, SqlError);
}

async function described(
  { header, sql }: EndpointSource,
  tags: readonly ParameterTag[],
  { describeOnBigQuery }: ForeignContext,
): Promise<ForeignDescription> {
  const declared = new Map(
    tags.flatMap(({ name, type }) => (type ? [[name, type.type] as const] : [])),
  );
  try {
    const description = await describeOnBigQuery?.(sql.slice(header.end), declared);
    if (description) return description;
  } catch (error) {
    throw placed(error, header);
  }
  throw new SqlError(
    'Only BigQuery knows the columns of this text, and the contract.json of the project has none of it: ' +
      'set ENGINE=bigquery and write "fieldstone schema --write"',
    header.engine?.offset,
  );
}

/** An error about the text, at its place in the file; at the tag where it has none. */
function placed(cause: unknown, { end, engine }: EndpointSource['header']): SqlError {
  const offset = cause instanceof SqlError ? cause.offset : undefined;
  const place = offset === undefined ? engine?.offset : end + offset;
  return new SqlError(messageOf(cause), place, { cause });
}
