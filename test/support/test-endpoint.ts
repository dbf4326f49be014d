import { type PreparedEndpoint, prepareEndpoint } from '../../src/catalog/prepare.ts';
import type { ColumnSpec, ParameterSpec, Spellings } from '../../src/endpoint/endpoint-spec.ts';
import type { Spelling } from '../../src/endpoint/spelling.ts';
import { defined } from './endpoints.ts';
import { PROJECT } from './project.ts';

/** An endpoint over Postgres' logs, by the outer SELECT of its query. */
export interface TestEndpoint {
  /** It may read the CTE `entries`, with the columns `id` and `timestamp`. */
  readonly select: string;
  /** Beside the tenant, `project`. */
  readonly parameters: Readonly<
    Record<string, Partial<ParameterSpec> & { readonly type: Spelling }>
  >;
  readonly columns: Readonly<Record<string, Spelling>>;
  /** Derived parameters beside the window, which the SELECT names, and their values. */
  readonly derived?: Readonly<Record<string, readonly [type: Spelling, value: unknown]>>;
  /** @default never kept */
  readonly cacheSeconds?: number;
}

/** Prepares an endpoint `test.endpoint`, whose GraphQL field is `testEndpoint`. */
export function testEndpoint({
  select,
  parameters,
  columns,
  derived = {},
  cacheSeconds,
}: TestEndpoint): PreparedEndpoint {
  const sql = `-- A test.
WITH entries AS (
  SELECT t.id, t.timestamp FROM \`postgres.logs\` AS t
  WHERE t.timestamp >= @since AND t.timestamp <= @until AND t.project = @project
)
${select}`;
  const described = <Spec extends object>(spec: Spec) => ({ description: 'A test.', ...spec });
  const derivedTypes = Object.entries(derived).map(([name, [type]]) => [name, type]);
  const derivedValues = Object.entries(derived).map(([name, [, value]]) => [name, value]);
  const definition = defined('test.endpoint', sql, {
    id: '5b0f4c56-1f0e-4c7e-8f55-0f7d3f7b3c11',
    description: 'A test.',
    parameters: {
      project: { type: 'STRING!', description: 'The project.', example: 'demo' },
      ...Object.fromEntries(
        Object.entries(parameters).map(([name, spec]): [string, ParameterSpec] => [
          name,
          described(spec),
        ]),
      ),
    },
    tenant: { parameter: 'project', match: 'equal' },
    derive: {
      uses: [],
      parameters: {
        since: 'TIMESTAMP!',
        until: 'TIMESTAMP!',
        ...(Object.fromEntries(derivedTypes) as Spellings),
      },
      compute: (_, now) => ({
        since: now - 86_400_000_000n,
        until: now,
        ...Object.fromEntries(derivedValues),
      }),
    },
    columns: Object.fromEntries(
      Object.entries(columns).map(([name, type]): [string, ColumnSpec] => [
        name,
        described({ type }),
      ]),
    ),
    settings: {
      maxRows: 10,
      cacheSeconds,
      warmSeconds: undefined,
      sandbox: true,
      redactPii: false,
    },
  });
  return prepareEndpoint(definition, PROJECT.tables);
}
