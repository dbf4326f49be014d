import { expect, test } from 'vitest';
import type { PreparedEndpoint } from '../../../src/catalog/prepare.ts';
import { exampleValues } from '../../../src/execution/arguments/example-values.ts';
import { openEngine } from '../../engines/bigquery/open-engine.ts';
import { openBigQueryServer } from '../../support/bigquery/open-server.ts';
import { PARAMETER_KINDS } from '../../support/every-kind.ts';
import { testEndpoint } from '../../support/test-endpoint.ts';

const NOW = 1_782_907_200_000_000n;

/** Examples as they are sent over REST, and as they are bound. */
const EXAMPLES: Readonly<Record<string, readonly [text: string, bound: unknown]>> = {
  BOOL: ['false', false],
  INT64: ['9223372036854775807', 9_223_372_036_854_775_807n],
  FLOAT64: ['1.50', 1.5],
  NUMERIC: ['01.10', '1.1'],
  BIGNUMERIC: ['-0.50', '-0.5'],
  STRING: ['text', 'text'],
  BYTES: ['YQ==', 'YQ=='],
  DATE: ['2026-07-01', '2026-07-01'],
  DATETIME: ['2026-07-01 10:00:00', '2026-07-01T10:00:00'],
  TIME: ['10:00:00', '10:00:00'],
  TIMESTAMP: ['2026-07-01T12:00:00+02:00', 1_782_900_000_000_000n],
  INTERVAL: ['P1DT2H', '0-0 1 2:0:0'],
  JSON: ['{"a": 1}', '{"a": 1}'],
};

/** An endpoint with a required parameter of a kind. */
function endpointOf(kind: keyof typeof EXAMPLES | string, example: string): PreparedEndpoint {
  return testEndpoint({
    select: 'SELECT COUNT(*) AS n FROM entries WHERE @x IS NOT NULL',
    parameters: { x: { type: `${kind}!` as 'STRING!', example } },
    columns: { n: 'INT64!' },
  });
}

async function ready(parameters: ReturnType<typeof exampleValues>, endpoint: PreparedEndpoint) {
  const { url } = await openBigQueryServer();
  const { statement } = endpoint.open;
  const findings: string[] = [];
  const engine = openEngine(url, {
    probes: [{ endpoint: endpoint.definition.name, statement, parameters }],
    onFindings: (found) => findings.push(...found),
  });
  const health = await engine.check().catch(String);
  return { health, findings };
}

test.each(PARAMETER_KINDS)(
  'an endpoint with a required parameter of kind %s becomes ready on BigQuery',
  async (kind) => {
    const [text = '', bound] = EXAMPLES[kind] ?? [];
    const endpoint = endpointOf(kind, text);

    const values = exampleValues(endpoint, 1, NOW);

    expect(values.get('x')?.value).toEqual(bound);
    expect(await ready(values, endpoint)).toEqual({
      health: { isAnswering: true, notes: 0 },
      findings: [],
    });
  },
);

test('an example that is no valid argument is an error that names its endpoint', () => {
  const endpoint = endpointOf('TIMESTAMP', 'soon');

  expect(() => exampleValues(endpoint, 1, NOW)).toThrow(
    /^Cannot use endpoint "test\.endpoint": an example is no valid argument: Argument "x" cannot be "soon"/,
  );
});

test('a check that cannot be sent names its endpoint in the log', async () => {
  const endpoint = endpointOf('TIMESTAMP', '2026-07-01');

  const { health, findings } = await ready(new Map(), endpoint);

  expect(health).toContain('the check of stored queries fails');
  expect(findings).toEqual([expect.stringMatching(/^endpoint "test\.endpoint": .* has no value$/)]);
});
