import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { buildSchema, getNamedType, isObjectType } from 'graphql';
import { expect, test } from 'vitest';
import type { Caller } from '../../src/auth/caller.ts';
import { SDL_FILE } from '../../src/graphql/print.ts';
import { gateway } from '../support/gateway.ts';

const SCHEMA = buildSchema(readFileSync(SDL_FILE, 'utf8'));

/** Everything that a type has; columns are nested no deeper than that. */
function everything(name: string, depth = 10): string {
  const type = SCHEMA.getType(name);
  if (!isObjectType(type) || depth === 0) return '';
  const fields = Object.values(type.getFields()).flatMap((field) => {
    const inner = getNamedType(field.type);
    if (!isObjectType(inner)) return field.name;
    const selection = everything(inner.name, depth - 1);
    return selection === '' ? [] : `${field.name} ${selection}`;
  });
  return `{ ${fields.join(' ')} }`;
}

const caller: fc.Arbitrary<Partial<Caller>> = fc.record({
  endpoints: fc.option(
    fc
      .subarray(['functions.invocation-stats', 'logs.all', 'usage.api-counts'])
      .map((names) => new Set(names)),
    { nil: undefined },
  ),
  pins: fc
    .dictionary(fc.constantFrom('project', 'project_tier', 'interval', 'function_id'), fc.string())
    .map((pins) => new Map(Object.entries(pins))),
  redact: fc.boolean(),
  sandbox: fc.boolean(),
});

/** Members of the REST list alone: GraphQL's schema tells the first ones, pages for people need the others. */
const REST_ALONE: ReadonlySet<string> = new Set([
  ...['argument', 'deprecated', 'enumValues', 'limit', 'orderBy', 'returns', 'selection'],
  ...['billed', 'tenant', 'time'],
]);

test('endpoints is the list of the REST path, for any key', async () => {
  const { app, graphql, keys } = await gateway();
  const query = `{ endpoints ${everything('Endpoint')} }`;

  await fc.assert(
    fc.asyncProperty(caller, async (rights) => {
      const headers = { 'x-api-key': keys.add(rights) };

      const { data, errors } = await graphql<{ endpoints: readonly object[] }>(query, {}, headers);
      const rest = await app.inject({ url: '/api/endpoints', headers });

      expect(errors).toBeUndefined();
      // Members that REST leaves out are null.
      const present = JSON.parse(JSON.stringify(data), (_, value) => value ?? undefined);
      const listed = JSON.parse(rest.body, function (this: object, name, value) {
        const isColumns = name === 'required' && 'mode' in this;
        return REST_ALONE.has(name) || isColumns ? undefined : (value ?? undefined);
      });
      expect(present).toEqual(listed);
    }),
    { numRuns: 12 },
  );
});
