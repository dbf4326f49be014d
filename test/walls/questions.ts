import { Random } from '../fuzz/random.ts';
import {
  graphql,
  graphqlSql,
  type Question,
  restSql,
  restStored,
  toolCall,
  toolSql,
} from './ask-world.ts';
import { invocationStatement, logStatement } from './statements.ts';
import { OWN } from './tenant-worlds.ts';

/** So many questions of every kind that a caller may ask, from the one of that number on; always the same ones. */
export function questions(from: number, count: number): readonly Question[] {
  return Array.from({ length: count }, (_, i) => questionOf(from + i));
}

/** Of twenty questions sixteen are a caller's SQL, through all ways in. */
function questionOf(i: number): Question {
  const random = new Random(i * 7_919 + 1);
  switch (i % 20) {
    case 13:
      return toolQuestion(random);
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

/** A stored query, what a call would cost, or what a caller's SQL may read, as a call of a tool. */
function toolQuestion(random: Random): Question {
  const [tool, args] = storedCall(random);
  switch (random.below(8)) {
    case 0:
      return toolCall('estimate', { tool, arguments: args });
    case 1:
      return toolCall('describe', { endpoint: tool });
    default:
      return toolCall(tool, args);
  }
}

function storedCall(random: Random): readonly [tool: string, args: object] {
  const redaction = random.below(4) === 0 ? { redactPii: true } : {};
  switch (random.below(3)) {
    case 0:
      return [
        'logsAll',
        {
          projectTier: random.pick(['FREE', 'PRO', 'ENTERPRISE']),
          isoTimestampStart: random.pick(TIMES),
          isoTimestampEnd: random.pick(TIMES),
          ...redaction,
        },
      ];
    case 1:
      return [
        'usageApiCounts',
        {
          interval: random.pick(['MINUTELY', 'HOURLY', 'DAILY']),
          ...(random.below(3) === 0 && { project: random.pick(PATTERNS) }),
          ...redaction,
        },
      ];
    default:
      return [
        'functionsInvocationStats',
        {
          interval: random.pick(['FIVE_MINUTES', 'ONE_HOUR', 'SEVEN_DAYS']),
          functionId: random.pick(['', '12', 'x-canary']),
          ...redaction,
        },
      ];
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
