import {
  arrayOf,
  type OutputColumn,
  offsetAt,
  parseTable,
  SCALARS,
  type ScalarKind,
  type SchemaField,
  SqlError,
  standardType,
  type Type,
} from '#googlesql';
import type { ForeignDescription } from '../../project/completion/infer-foreign.ts';
import { BigQueryError } from './client/bigquery-error.ts';
import type { BigQueryClient } from './client/client.ts';
import { retryTransient } from './client/resilience.ts';
import { schemaFields } from './dataset/schema-fields.ts';
import { dryRun } from './jobs/dry-run.ts';
import type { ResultField } from './jobs/query-response.ts';
import { queryParameters } from './statements/parameters.ts';

/**
 * Describes a text by a dry run, which is free: its columns, and the parameters that are not `declared`. Rejects with an
 * `SqlError` where BigQuery refuses the text, or with an `Error` for one that is no SELECT.
 */
export async function describeText(
  client: BigQueryClient,
  sql: string,
  declared: ReadonlyMap<string, Type>,
  signal: AbortSignal,
): Promise<ForeignDescription> {
  const values = new Map([...declared].map(([name, type]) => [name, { type, value: null }]));
  const parameters = queryParameters({ parameters: [...declared.keys()], isForeign: true }, values);
  const { fields, statementType, undeclared } = await retryTransient(signal, () =>
    dryRun(client, { sql, parameters, isForeign: true }, signal),
  ).catch((error) => {
    throw error instanceof BigQueryError ? refusal(sql, error) : error;
  });
  if (statementType !== 'SELECT') {
    throw new Error(`The query is a ${statementType} statement, not a SELECT`);
  }
  if (!fields?.length) throw new Error('A dry run does not say the columns of the query');
  return { columns: columnsOf(fields), parameters: undeclaredTypes(undeclared) };
}

const POSITION = /\s+at \[(?<line>\d+):(?<column>\d+)\]$/;

/** BigQuery's words, at the place that they name. */
function refusal(sql: string, cause: BigQueryError): Error {
  const { column, line } = POSITION.exec(cause.message)?.groups ?? {};
  const message = `BigQuery says: ${cause.message.replace(POSITION, '')}`;
  if (line === undefined) return new Error(message, { cause });
  return new SqlError(message, offsetAt(sql, { line: Number(line), column: Number(column) }), {
    cause,
  });
}

/** A dry run says of nothing but arrays whether it is NULL. BigQuery names columns without a name `f0_`. */
function columnsOf(fields: readonly ResultField[]): readonly OutputColumn[] {
  const { columns } = parseTable('the result', schemaFields(fields).map(plainField));
  return columns.map(({ name, type }) => ({ name: /^f\d+_$/.test(name) ? '' : name, type }));
}

/** The field with a type that is read here: a GEOGRAPHY is the STRING of its WKT. */
function plainField({ fields, type, ...field }: SchemaField): SchemaField {
  return {
    ...field,
    type: type === 'GEOGRAPHY' ? 'STRING' : type,
    ...(fields && { fields: fields.map(plainField) }),
  };
}

/** The types by lower-case name, without those that no caller can send: a tag has to say another. */
function undeclaredTypes(
  undeclared: readonly Readonly<Record<string, unknown>>[],
): ReadonlyMap<string, Type> {
  return new Map(
    undeclared.flatMap(({ name, parameterType }) => {
      const type = parameterTypeOf(parameterType);
      return type ? [[String(name).toLowerCase(), type] as const] : [];
    }),
  );
}

/** A scalar type, or an array of one; undefined for any other. */
function parameterTypeOf(value: unknown): Type | undefined {
  const { arrayType, type } = Object(value) as {
    readonly arrayType?: unknown;
    readonly type?: unknown;
  };
  if (type === 'ARRAY') {
    const element = parameterTypeOf(arrayType);
    return element && element.kind !== 'ARRAY' ? arrayOf(element) : undefined;
  }
  return SCALARS[standardType(String(type)) as ScalarKind] as Type | undefined;
}
