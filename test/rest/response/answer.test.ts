import { expect, test } from 'vitest';
import type { Row, Value } from '../../../src/googlesql/value.ts';
import { listen } from '../../support/http-server.ts';
import { ASKED, restServer } from '../../support/rest-server.ts';
import { ScriptedSource } from '../../support/scripted-source.ts';

const GOOD: readonly Row[] = Array.from({ length: 20_000 }, (_, i) => [
  String(i),
  1_782_907_200_000_000,
  'message '.repeat(10),
  '{}',
]);

function fail(): never {
  throw new Error('The value cannot be encoded');
}

/** A row that cannot be encoded. */
const BAD: Row = [{ toJSON: fail, toString: fail } as unknown as Value, 0, '', '{}'];

test.each(
  ['text/csv', 'application/x-ndjson'].flatMap((accept) =>
    ['identity', 'gzip', 'br', 'zstd'].map((coding) => [accept, coding] as const),
  ),
)('an error in the middle of rows as %s, %s, breaks the answer off', async (accept, coding) => {
  const { app, key } = await restServer(new ScriptedSource([...GOOD, BAD, ...GOOD]));
  const url = `http://127.0.0.1:${await listen(app)}${ASKED}`;

  const response = await fetch(url, {
    headers: { 'x-api-key': key, accept, 'accept-encoding': coding },
  });

  expect(response.status).toBe(200);
  const length = response.bytes().then((bytes) => bytes.length);
  await expect(length).rejects.toThrow('terminated');
});
