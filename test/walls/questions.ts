import { Random } from '../fuzz/random.ts';
import { graphql, graphqlSql, type Question, restSql, restStored, toolSql } from './ask-world.ts';
import { invocationStatement, logStatement } from './statements.ts';
import { OWN } from './tenant-worlds.ts';

/** So many questions of every kind that a caller may ask, from the one of that number on; always the same ones. */
export function questions(from: number, count: number): readonly Question[] {
  return Array.from({ length: count }, (_, i) => questionOf(from + i));
}

/** Of twenty questions seventeen are a caller's SQL, through all ways in. */
function questionOf(i: number): Question {
  const random = new Random(i * 7_919 + 1);
  switch (i % 20) {
    case 17:
      return storedQuestion(random);
    case 18:
      return viewQuestion(random);
    case 19:
      return restSql('functions.invocation-stats', invocationStatement(i));
    case 3:
      return graphqlSql('logs.all', logStatement(i));
    case 9:
      return toolSql('logs.all', logStatement(i));
    default:
      return restSql('logs.all', logStatement(i));
  }
}

const PATTERNS = [OWN, '1', '(', 'x', '.*'];
const TIMES = ['', '2026-07-01', '2026-06-30T20:00:00Z', '2020-01-01', '9999-12-31'];

function storedQuestion(random: Random): Question {
  switch (random.below(3)) {
    case 0:
      return restStored('logs.all', {
        project_tier: random.pick(['FREE', 'PRO', 'ENTERPRISE']),
        iso_timestamp_start: random.pick(TIMES),
        iso_timestamp_end: random.pick(TIMES),
      });
    case 1:
      return restStored('usage.api-counts', {
        interval: random.pick(['minutely', 'hourly', 'daily']),
        ...(random.below(3) === 0 ? { project: random.pick(PATTERNS) } : {}),
      });
    default:
      return restStored('functions.invocation-stats', {
        interval: random.pick(['5min', '15min', '1hr', '1day', '7day']),
        function_id: random.pick(['', '12', 'x-canary']),
      });
  }
}

const VIEW_FIELDS = [
  'edge',
  'postgres',
  'functionEdge',
  'function',
  'auth',
  'realtime',
  'storage',
  'postgrest',
  'pgbouncer',
];

function viewQuestion(random: Random): Question {
  const pages = Array.from({ length: 3 }, (_, i) => {
    const field = random.pick(VIEW_FIELDS);
    const limit = random.pick([1, 3, 1_000]);
    return `p${i}: ${field}(limit: ${limit}) { rowCount hasNextPage endCursor rows { id timestamp eventMessage metadataJson } }`;
  });
  const start = random.pick(TIMES);
  const end = random.pick(TIMES);
  const query = `{ logsAllViews(project: "${OWN}", projectTier: ${random.pick(['FREE', 'ENTERPRISE'])}${
    start === '' ? '' : `, isoTimestampStart: "${start}"`
  }${end === '' ? '' : `, isoTimestampEnd: "${end}"`}) { ${pages.join(' ')} } }`;
  return graphql(query, query);
}
