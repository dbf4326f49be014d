import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import {
  buildSchema,
  execute,
  type GraphQLObjectType,
  getNamedType,
  isObjectType,
  parse,
  validate,
} from 'graphql';
import { expect, test } from 'vitest';
import { SDL_FILE } from '../../src/graphql/print.ts';
import { gateway } from '../support/gateway.ts';
import { edgeRow, invocationRow } from '../support/log-rows.ts';
import { randomDocument } from './random-document.ts';

const SCHEMA = buildSchema(readFileSync(SDL_FILE, 'utf8'));

const LOGS = '(project: "demo", projectTier: PRO)';
const ROOTS: Readonly<Record<string, string>> = {
  endpoints: '',
  functionsInvocationStats: '(project: "demo", interval: FIVE_MINUTES)',
  logsAll: LOGS,
  logsAllViews: LOGS,
  usageApiCounts: '(project: "demo", interval: HOURLY)',
};

const ROWS = {
  'cloudflare.logs.prod': [
    edgeRow({ at: '2026-07-01T11:59:00.000001Z', id: 'a', message: 'from 203.0.113.9' }),
    edgeRow({ at: '2026-07-01T11:58:00Z', id: 'b' }),
  ],
  'deno-relay-logs': [invocationRow({ at: '2026-07-01T11:57:00Z', ms: 7 })],
};

/** Root fields have their arguments here; of the views of logs one is asked, and how an answer came about changes. */
function argumentsOf(type: string, field: string): string | undefined {
  if (type === 'Query') return ROOTS[field];
  if (type === 'LogsAllViews') return field === 'edge' ? '(limit: 5)' : undefined;
  return field === 'cacheStatus' ? undefined : '';
}

/** Columns are nested no deeper than that. */
const MAX_COLUMNS = 8;

/** Every field of a type, down to the deepest. */
function everything(type: GraphQLObjectType, outer: readonly string[] = []): string {
  const selections = Object.values(type.getFields()).flatMap(({ name, type: ofField }) => {
    const given = argumentsOf(type.name, name);
    const inner = getNamedType(ofField);
    const depth = outer.filter((one) => one === inner.name).length;
    if (given === undefined || depth > MAX_COLUMNS) return [];
    return isObjectType(inner)
      ? `${name}${given} ${everything(inner, [...outer, type.name])}`
      : `${name}${given}`;
  });
  return `{ __typename ${selections.join(' ')} }`;
}

test('any operation is answered as graphql-js answers it from the whole answers', async () => {
  const asked = await gateway({ rows: ROWS });
  const whole: Record<string, unknown> = {};
  for (const [name, args] of Object.entries(ROOTS)) {
    const field = SCHEMA.getQueryType()?.getFields()[name];
    const type = field && getNamedType(field.type);
    if (!isObjectType(type)) throw new Error(`"${name}" is no field`);
    const { data, errors } = await asked.graphql<object>(`{ ${name}${args} ${everything(type)} }`);
    expect(errors).toBeUndefined();
    Object.assign(whole, data);
  }

  await fc.assert(
    fc.asyncProperty(fc.gen(), async (draw) => {
      const { query, variables } = randomDocument(SCHEMA, argumentsOf, draw);
      const document = parse(query);
      const faults = validate(SCHEMA, document).map(({ message }) => message);

      const { data, errors } = await asked.graphql<unknown>(query, variables);

      if (faults.length > 0) {
        expect(errors?.map(({ message }) => message)).toEqual(faults);
        return;
      }
      const expected = await execute({
        schema: SCHEMA,
        document,
        rootValue: whole,
        variableValues: variables,
      });
      expect({ data, errors }, query).toEqual(JSON.parse(JSON.stringify(expected)));
    }),
    { numRuns: 150 },
  );
});
