import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { OPENAPI_FILE } from '../../src/rest/print.ts';
import { gateway } from '../support/gateway.ts';
import { listen } from '../support/http-server.ts';
import { Contract, type Operation } from './openapi-requests/contract.ts';

const CONTRACT = new Contract(JSON.parse(readFileSync(OPENAPI_FILE, 'utf8')));

/** A value that is one character too long, where it is sent. */
interface TooLong {
  readonly place: string;
  readonly name: string;
  readonly value: string;
}

function tooLong({ body, parameters }: Operation): readonly TooLong[] {
  const { properties = {} } = body['application/json']?.schema ?? {};
  const members = Object.entries(properties).map(([name, schema]) => ({
    in: 'body',
    name,
    schema,
  }));
  return [...parameters, ...members].flatMap(({ in: place, name, schema: { maxLength } }) => {
    const value = 'SELECT 1 --'.padEnd((maxLength ?? 0) + 1, '-');
    return maxLength === undefined ? [] : [{ place, name, value }];
  });
}

function requestWith(
  { method, path }: Operation,
  { name, place, value }: TooLong,
): readonly [path: string, RequestInit] {
  const sent = { project: 'demo', interval: 'daily', [name]: value };
  if (place === 'path') return [path.replace(`{${name}}`, encodeURIComponent(value)), {}];
  if (place === 'query') return [`${path}?${new URLSearchParams(sent)}`, {}];
  if (place === 'header') return [path, { method, headers: { [name]: value } }];
  const headers = { 'content-type': 'application/json' };
  return [path, { method, headers, body: JSON.stringify(sent) }];
}

const REFUSALS: Readonly<Record<string, RegExp>> = {
  query: /^414 /,
  path: /^414 /,
  header: /^431 /,
  body: /^413 |^400 Query is too long/,
};

test('every limit of the contract is kept', async () => {
  const { app, key } = await gateway();
  const base = `http://127.0.0.1:${await listen(app)}`;
  const cases = CONTRACT.operations.flatMap((operation) =>
    tooLong(operation).map((one) => ({ ...one, request: requestWith(operation, one) })),
  );
  expect(cases.length).toBeGreaterThan(20);

  for (const { name, place, request } of cases) {
    const [path, init] = request;
    const headers = { ...init.headers, 'x-api-key': key };
    const response = await fetch(`${base}${path}`, { ...init, headers });
    const { detail } = (await response.json()) as { readonly detail: string };

    expect({ name, refusal: `${response.status} ${detail}` }).toEqual({
      name,
      refusal: expect.stringMatching(REFUSALS[place] ?? /never/),
    });
  }
});
