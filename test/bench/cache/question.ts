import type { Row } from '../../../src/googlesql/value.ts';

const HOUR = 3_600_000_000;
const FIRST = 1_782_864_000_000_000;

/** What every server answers: a day of `functions.invocation-stats`. */
export const ROWS: readonly Row[] = Array.from({ length: 25 }, (_, i) => [
  FIRST + i * HOUR,
  1.25 + i,
  950.5 + i,
  120.125 + i,
  640.75 + i,
  890.5 + i,
  10_000 + i,
  i,
]);

/** The question on the REST path. */
export const REST_PATH =
  '/api/endpoints/query/functions.invocation-stats?project=demo&interval=1day';

/** The same in GraphQL, with all columns. */
export const GRAPHQL_BODY = JSON.stringify({
  query: `query Stats($project: String!, $interval: FunctionsInvocationStatsInterval!) {
  functionsInvocationStats(project: $project, interval: $interval) {
    rowCount
    rows {
      timestamp
      minExecutionTime
      maxExecutionTime
      avgExecutionTime
      p95ExecutionTime
      p99ExecutionTime
      count
      errorCount
    }
  }
}`,
  operationName: 'Stats',
  variables: { project: 'demo', interval: 'ONE_DAY' },
});
