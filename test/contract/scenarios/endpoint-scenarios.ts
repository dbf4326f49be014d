import { codeChange, type Files, type Scenario, sqlChange } from './scenario.ts';

const ONE = 'SELECT 1 AS a';
const VIEW = '-- @sandbox\nWITH one AS (SELECT 1 AS a) SELECT a FROM one';
const SUM = 'SELECT 1 + 1 AS a';
const FIRST = '3f0e4a52-6f8e-4d53-9a2c-7d0f6f1f8a11';
const SECOND = '3f0e4a52-6f8e-4d53-9a2c-7d0f6f1f8a12';
const THIRD = '3f0e4a52-6f8e-4d53-9a2c-7d0f6f1f8a13';

/** A folder whose text is BigQuery's own, or compiled, without what only the latter may have. */
function engineFiles(kind: string, sql: string): Files {
  const [change] = [codeChange(kind, sql, ['settings: { shape: false },', ''])];
  return change.before;
}

const FOREIGN = `-- @engine bigquery\n-- @column {INT64!} a\n${SUM}`;

export const ENDPOINT_SCENARIOS: readonly Scenario[] = [
  {
    kind: 'endpoint-removed',
    before: { 'endpoints/endpoint-removed.sql': ONE },
    now: { 'endpoints/endpoint-removed.sql': undefined },
    words: { field: 'endpointRemoved' },
    at: 'schema/contract.json:1',
  },
  {
    kind: 'endpoint-added',
    before: { 'endpoints/endpoint-added.sql': undefined },
    now: { 'endpoints/endpoint-added.sql': ONE },
    words: { field: 'endpointAdded' },
    at: 'endpoints/endpoint-added.sql:1',
  },
  {
    kind: 'endpoint-renamed',
    before: { 'endpoints/old-name.sql': `-- @id ${FIRST}\n${ONE}` },
    now: {
      'endpoints/old-name.sql': undefined,
      'endpoints/endpoint-renamed.sql': `-- @id ${FIRST}\n${ONE}`,
    },
    words: { before: 'old-name', now: 'endpoint-renamed' },
    at: 'endpoints/endpoint-renamed.sql:1',
  },
  sqlChange('endpoint-id', `-- @id ${SECOND}\n${ONE}`, `--\n-- @id ${THIRD}\n${ONE}`, {
    words: { before: SECOND, now: THIRD },
    line: 2,
  }),
  sqlChange('returns-one', VIEW, `-- @returns one\n${VIEW}`),
  sqlChange('returns-many', `-- @returns one\n${VIEW}`, VIEW),
  {
    kind: 'engine-bigquery',
    before: engineFiles('engine-bigquery', SUM),
    now: engineFiles('engine-bigquery', FOREIGN),
    words: {},
    at: 'endpoints/engine-bigquery/query.sql:1',
  },
  {
    kind: 'engine-compiled',
    before: engineFiles('engine-compiled', FOREIGN),
    now: engineFiles('engine-compiled', SUM),
    words: {},
    at: 'endpoints/engine-compiled/query.sql:1',
  },
  sqlChange('text-changed', FOREIGN, FOREIGN.replace('1 + 1', '2 + 2')),
  sqlChange('deprecated', ONE, `-- @deprecated Use b\n${ONE}`, { words: { now: 'Use b' } }),
  sqlChange('deprecation-text', `-- @deprecated Use b\n${ONE}`, `-- @deprecated Use c\n${ONE}`, {
    words: { now: 'Use c' },
  }),
  sqlChange('deprecation-removed', `-- @deprecated Use b\n${ONE}`, ONE),
];
