import { type PreparedEndpoint, prepareEndpoint } from '../../src/catalog/prepare.ts';
import type { ColumnSpec, ParameterSpec } from '../../src/endpoint/endpoint-spec.ts';
import { SPELLINGS, type Spelling } from '../../src/endpoint/spelling.ts';
import { defined } from './endpoints.ts';
import { PROJECT } from './project.ts';

/** The names of the endpoint's columns. */
export const EVERY_COLUMN: readonly string[] = [...SPELLINGS.map(lower), 'needed'];

/** The kinds that a parameter may have. */
export const PARAMETER_KINDS = SPELLINGS;

/** The GraphQL types of parameters; of all other kinds `String`. */
export const GRAPHQL_TYPES: Readonly<Record<string, string>> = {
  BOOL: 'Boolean',
  INT64: 'Int64',
  FLOAT64: 'Float',
  NUMERIC: 'Numeric',
  BIGNUMERIC: 'Numeric',
  BYTES: 'Bytes',
  DATE: 'Date',
  TIME: 'Time',
  DATETIME: 'LocalDateTime',
  TIMESTAMP: 'DateTime',
  INTERVAL: 'Interval',
  JSON: 'JSON',
};

function lower(kind: string): string {
  return kind.toLowerCase();
}

function columnOf(kind: string): string {
  return `@${lower(kind)} AS \`${lower(kind)}\``;
}

const SQL = `-- Every kind.
WITH entries AS (
  SELECT t.id FROM \`postgres.logs\` AS t
  WHERE t.timestamp >= @since AND t.timestamp < @until AND t.project = @project
)
SELECT ${SPELLINGS.map(columnOf).join(', ')}, COUNT(*) AS needed FROM entries`;

/** An endpoint with a parameter and a nullable column of every kind, and a column that is never null. */
export function everyKind(): PreparedEndpoint {
  const parameters = PARAMETER_KINDS.map((kind): [string, ParameterSpec] => [
    lower(kind),
    { type: kind as Spelling, description: `A ${kind}.` },
  ]);
  const columns = SPELLINGS.map((kind): [string, ColumnSpec] => [
    lower(kind),
    { type: kind as Spelling, description: `A ${kind}.` },
  ]);
  const definition = defined('every.kind', SQL, {
    id: 'b5e0c3ac-0d0c-4bb5-9a3c-0d5f9ad8f1aa',
    description: 'Every kind.',
    parameters: {
      project: { type: 'STRING!', description: 'The project.', example: 'demo' },
      ...Object.fromEntries(parameters),
    },
    tenant: { parameter: 'project', match: 'equal' },
    derive: {
      uses: [],
      parameters: { since: 'TIMESTAMP!', until: 'TIMESTAMP!' },
      compute: (_, now) => ({ since: now - 1n, until: now }),
    },
    columns: {
      ...Object.fromEntries(columns),
      needed: { type: 'INT64!', description: 'Never null.' },
    },
    settings: {
      maxRows: 10,
      cacheSeconds: undefined,
      warmSeconds: undefined,
      sandbox: true,
      redactPii: false,
    },
  });
  return prepareEndpoint(definition, PROJECT.tables);
}
