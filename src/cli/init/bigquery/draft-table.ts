import type { SchemaField } from '#googlesql';
import { formatByteSize } from '../../../config/byte-size.ts';
import { BigQueryError } from '../../../engines/bigquery/client/bigquery-error.ts';
import type { BigQueryClient } from '../../../engines/bigquery/client/client.ts';
import { retryTransient } from '../../../engines/bigquery/client/resilience.ts';
import type { TableLayout } from '../../../engines/bigquery/dataset/table-layout.ts';
import { dryRun } from '../../../engines/bigquery/jobs/dry-run.ts';
import { queryParameters } from '../../../engines/bigquery/statements/parameters.ts';
import { deniedText } from '../../../engines/bigquery/warehouse/denied-text.ts';
import { layoutSettings } from '../../tables/table-settings.ts';
import type { DraftTable } from '../draft.ts';
import {
  DRAFT_ROWS,
  type DraftCondition,
  type EndpointDraft,
  oneLine,
  printEndpoint,
  printQuery,
} from '../endpoint-text.ts';
import { fitColumns } from './fit-columns.ts';
import { type ConditionContext, conditionsOf } from './table-conditions.ts';

/** The most bytes that a query of a project that is made may be billed for. */
export const MAX_BYTES = 1e9;

/** Drafts the endpoint of a table on BigQuery, with as many columns as the cap lets it read. */
export async function draftTable(
  client: BigQueryClient,
  layout: TableLayout,
  context: ConditionContext,
  signal: AbortSignal,
): Promise<DraftTable> {
  const { fields: all, name } = layout;
  const conditions = conditionsOf(layout, context);
  const draft = { table: name, conditions };
  const table = { name, settings: settingsOf(layout), fields: all };
  if (all.length === 0) {
    const reason = `has no column that can be read here${omittedText(layout)}`;
    return { name, settings: undefined, fields: undefined, endpoint: { reason } };
  }
  try {
    const { bytes, fields } = await fitColumns(all, MAX_BYTES, (some) =>
      measure(client, { ...draft, fields: some }, signal),
    );
    if (fields.length === 0) {
      const reason = `each of its columns is more than the ${formatByteSize(MAX_BYTES)} that a query may be billed for: it would read ${formatByteSize(bytes)}`;
      return { ...table, endpoint: { reason } };
    }
    const description = descriptionOf(layout, fields);
    return { ...table, bytes, endpoint: { sql: printEndpoint({ ...draft, fields, description }) } };
  } catch (error) {
    if (!(error instanceof BigQueryError)) throw error;
    // The service would not be ready either with a table that BigQuery refuses to query.
    const reason = deniedText(error);
    return { name, settings: undefined, fields: undefined, endpoint: { reason } };
  }
}

/** The bytes that a dry run says, in which all filters are there without values. */
async function measure(
  client: BigQueryClient,
  draft: Pick<EndpointDraft, 'conditions' | 'fields' | 'table'>,
  signal: AbortSignal,
): Promise<number> {
  const values = new Map(draft.conditions.map(parameterValue));
  const parameters = queryParameters({ parameters: [...values.keys()], isForeign: true }, values);
  const text = { sql: printQuery(draft), parameters, isForeign: true };
  const { bytes } = await retryTransient(signal, () => dryRun(client, text, signal));
  return bytes;
}

function parameterValue({ parameter: { name, type } }: DraftCondition) {
  return [name, { type, value: null }] as const;
}

/** What `fieldstone.json` says of the table; undefined if that is nothing. */
function settingsOf(layout: TableLayout) {
  const settings = layoutSettings(layout);
  return Object.keys(settings).length > 0 ? settings : undefined;
}

function descriptionOf(layout: TableLayout, fields: readonly SchemaField[]): readonly string[] {
  const { description = '', name, fields: all } = layout;
  const text = oneLine(description);
  const names = fields.map((field) => field.name).join(', ');
  return [
    oneLine(`Rows of ${name}, ${DRAFT_ROWS} at most${scopeText(layout)}.`),
    ...(text === '' ? [] : [`${name}: ${text}`]),
    ...(fields.length < all.length
      ? [
          `Has ${fields.length} of ${all.length} columns, as all are more than the ${formatByteSize(MAX_BYTES)} that a query may be billed for: ${names}.`,
        ]
      : []),
    ...(layout.omitted.length > 0 ? [`Comes${omittedText(layout)}.`] : []),
  ];
}

function scopeText({ newestSuffix, partitioning }: TableLayout): string {
  if (newestSuffix !== undefined) return ', from the newest table on that had rows';
  return partitioning ? ', from the newest partition on that had rows' : '';
}

function omittedText({ omitted }: TableLayout): string {
  if (omitted.length === 0) return '';
  const columns = omitted.map(({ path, type }) => `${path} (${type})`).join(', ');
  return ` without ${columns}, which is not read here`;
}
