import { isDeepStrictEqual } from 'node:util';
import { countsOf, DAY_START, idsOf, ROWS, WINDOW } from './world.ts';

/** A request whose right answer is known. */
export interface Question {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly isRight: (body: string) => boolean;
}

const JSON_BODY = { 'content-type': 'application/json' };
const PATH = '/api/endpoints/query';

let number = 0;

/** A question whose rows are kept: the counts of a project. */
export function kept(project: string): Question {
  const { rest, storage, auth } = countsOf(project);
  const row = {
    timestamp: DAY_START,
    total_rest_requests: rest,
    total_storage_requests: storage,
    total_auth_requests: auth,
    total_realtime_requests: 0,
  };
  return {
    method: 'GET',
    path: `${PATH}/usage.api-counts?project=${project}&interval=daily`,
    isRight: (body) => isDeepStrictEqual(resultOf(body), [row]),
  };
}

/** A question that nobody has asked before and whose rows are not kept: the log of a project. */
export function cold(project: string): Question {
  number += 1;
  const query = new URLSearchParams({
    project,
    project_tier: 'PRO',
    iso_timestamp_start: WINDOW.start,
    iso_timestamp_end: WINDOW.end(number),
  });
  return {
    method: 'GET',
    path: `${PATH}/logs.all?${query}`,
    isRight: (body) => isDeepStrictEqual(columnOf(body, 'id'), idsOf(project)),
  };
}

/** A statement of the caller's own; `number` makes it another one. */
export function statement(project: string, another: number = ++number): Question {
  const sql = `SELECT COUNT(*) AS n, MIN(id) AS first FROM edge_logs WHERE ${another} > 0`;
  return {
    ...ownSql(project, sql),
    isRight: (body) => isDeepStrictEqual(resultOf(body), [{ n: ROWS, first: `${project}-0` }]),
  };
}

/** A statement over a project's rows; any answer to it is right. */
export function ownSql(project: string, sql: string): Question {
  return {
    method: 'POST',
    path: `${PATH}/logs.all`,
    headers: JSON_BODY,
    body: JSON.stringify({
      project,
      project_tier: 'PRO',
      iso_timestamp_start: WINDOW.start,
      iso_timestamp_end: WINDOW.end(),
      sql,
    }),
    isRight: () => true,
  };
}

const DOCUMENT = `query ($project: String!) {
  usageApiCounts(project: $project, interval: DAILY) {
    rows { totalRestRequests totalStorageRequests totalAuthRequests }
  }
}`;

/** The question of `kept` over GraphQL. */
export function keptInGraphql(project: string): Question {
  const { rest, storage, auth } = countsOf(project);
  const rows = [
    { totalRestRequests: rest, totalStorageRequests: storage, totalAuthRequests: auth },
  ];
  return {
    method: 'POST',
    path: '/graphql',
    headers: JSON_BODY,
    body: JSON.stringify({ query: DOCUMENT, variables: { project } }),
    isRight: (body) => isDeepStrictEqual(JSON.parse(body), { data: { usageApiCounts: { rows } } }),
  };
}

/** The rows of an answer over REST. */
export function resultOf(body: string): unknown {
  return JSON.parse(body).result;
}

function columnOf(body: string, name: string): unknown {
  const rows = resultOf(body);
  return Array.isArray(rows) ? rows.map((row) => row[name]) : rows;
}
