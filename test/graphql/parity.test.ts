import { expect, test } from 'vitest';
import { prepareEndpoints } from '../../src/catalog/prepare.ts';
import type { Endpoint } from '../../src/endpoint/endpoint.ts';
import type { StructField, Type } from '../../src/googlesql/types.ts';
import { camelCase } from '../../src/project/names.ts';
import { type Gateway, gateway } from '../support/gateway.ts';
import { graphqlValue, selectionOf } from '../support/graphql-value.ts';
import { edgeRow, invocationRow } from '../support/log-rows.ts';
import { PROJECT } from '../support/project.ts';

const PREPARED = prepareEndpoints(PROJECT);

const ROWS = {
  'cloudflare.logs.prod': [
    edgeRow({ at: '2026-07-01T11:59:00.000001Z', id: 'a', message: 'from 203.0.113.9' }),
    {
      timestamp: '2026-07-01T11:58:00Z',
      id: null,
      event_message: null,
      project: 'demo',
      metadata: [
        { request: [{ url: 'https://demo', path: '/auth', cf: [{ asn: '9007199254740993' }] }] },
        { request: [], response: [{ status_code: 500, headers: [{ cf_ray: '2001:db8::1' }] }] },
      ],
    },
  ],
  'deno-relay-logs': [
    invocationRow({ at: '2026-07-01T11:57:00Z', ms: 7 }),
    invocationRow({ at: '2026-07-01T11:57:30Z', ms: 8, status: 500 }),
  ],
};

const ARGUMENTS: Readonly<Record<string, readonly Readonly<Record<string, string>>[]>> = {
  'functions.invocation-stats': ['5min', '15min', '1hr', '1day', '7day'].map((interval) => ({
    interval,
  })),
  'logs.all': [
    { project_tier: 'FREE' },
    { project_tier: 'PRO', iso_timestamp_start: '2026-07-01T11:58:30Z' },
    { project_tier: 'ENTERPRISE', iso_timestamp_end: '2026-07-01T11:58:00Z' },
  ],
  'usage.api-counts': ['minutely', 'hourly', 'daily'].map((interval) => ({ interval })),
};

const CASES = PREPARED.flatMap((endpoint) =>
  (ARGUMENTS[endpoint.definition.name] ?? []).flatMap((values) =>
    [false, true].map((redact) => ({
      name: `${endpoint.definition.name} ${JSON.stringify(values)}${redact ? ', redacted' : ''}`,
      endpoint,
      values: { project: 'demo', ...values },
      redact,
    })),
  ),
);

test.each(CASES)('both interfaces answer the same: $name', async ({ endpoint, values, redact }) => {
  const asked = await gateway({ rows: ROWS });
  const headers: Record<string, string> = redact ? { 'svc-endpoint-redact-pii': 'true' } : {};

  const { body } = await asked.rest(endpoint.definition.name, values, headers);
  const rows = await askGraphql(asked, endpoint.definition, endpoint.columns, values, redact);

  expect(body.result.length).toBeGreaterThan(0);
  expect(rows).toEqual(
    body.result.map((row) =>
      Object.fromEntries(
        endpoint.columns.flatMap(({ name, type }) => fieldsOf(camelCase(name), type, row[name])),
      ),
    ),
  );
});

async function askGraphql(
  { graphql }: Gateway,
  definition: Endpoint,
  columns: readonly StructField[],
  values: Readonly<Record<string, string>>,
  redact: boolean,
) {
  const field = camelCase(definition.name);
  const args = Object.entries(values).map(([name, value]) => {
    const label = definition.parameters[name]?.values?.[value];
    return `${camelCase(name)}: ${label ?? JSON.stringify(value)}`;
  });
  if (redact) args.push('redactPii: true');
  const selection = columns.map(({ name, type }) =>
    type.kind === 'ARRAY'
      ? `${selectionOf(name, type)} ${camelCase(name)}Json`
      : selectionOf(name, type),
  );
  const { data, errors } = await graphql<Record<string, { rows: unknown }>>(
    `{ ${field}(${args.join(', ')}) { rows { ${selection.join(' ')} } meta { redacted } } }`,
  );
  expect(errors).toBeUndefined();
  expect(data[field]).toMatchObject({ meta: { redacted: redact } });
  return data[field]?.rows;
}

/** What GraphQL shows of a REST value. */
function fieldsOf(field: string, type: Type, value: unknown): [string, unknown][] {
  const shown: [string, unknown] = [field, graphqlValue(type, value)];
  return type.kind === 'ARRAY' ? [shown, [`${field}Json`, value]] : [shown];
}
