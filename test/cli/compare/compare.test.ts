import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { compare } from '../../../src/cli/compare/compare.ts';

/** A service that is closed when the running test ends. */
async function service(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const request = (path: string) => ({
  method: 'GET' as const,
  path: `/api/endpoints/query/logs.all${path}`,
  body: undefined,
});
const nameOf = (name: string) => name;

test('compare says what both services refused, and what one did not answer', async () => {
  const url = await service(({ url = '' }, response) => {
    response.statusCode = url.endsWith('refused') ? 401 : 200;
    response.end('{"result":[]}');
  });
  const requests = ['?refused', '', '?refused'].map(request);
  const side = { url, key: 'k' };
  const gone = { url: 'http://127.0.0.1:1', key: undefined };

  const refused = await compare({ before: side, after: side, requests, nameOf });
  const unreached = await compare({ before: gone, after: side, requests, nameOf });
  const lost = await compare({ before: side, after: gone, requests, nameOf });

  const fate = 'refused with 401 by both services; are the keys right?';
  expect(refused).toEqual({ findings: [], unanswered: new Map([[fate, 2]]) });
  expect(unreached.findings).toEqual([]);
  expect(unreached.unanswered).toEqual(new Map([['not answered by the old service', 3]]));
  expect(lost.findings.map(({ detail }) => detail)).toEqual(Array(3).fill('no answer'));
  expect(lost.unanswered).toEqual(new Map([['not answered by the new service', 3]]));
});

test('compare asks again across the edge of a bucket, and forgets what is not there again', async () => {
  let asked = 0;
  const url = await service((_, response) => {
    asked += 1;
    response.end(JSON.stringify({ result: [{ timestamp: asked <= 2 ? asked : 3 }] }));
  });
  const side = { url, key: undefined };

  const { findings } = await compare({
    before: side,
    after: side,
    requests: [request('')],
    nameOf,
  });

  expect(findings).toEqual([]);
  expect(asked).toBe(4);
});

test('compare reports what differed in answers of one moment, though a cache answers from then on', async () => {
  let asked = 0;
  const url = await service(({ headers }, response) => {
    const isNew = headers['x-api-key'] === 'new';
    if (isNew) response.setHeader('age', asked++);
    response.end(JSON.stringify({ result: [{ timestamp: isNew ? 1 : 2 }] }));
  });
  const before = { url, key: 'old' };
  const after = { url, key: 'new' };
  const replay = () => compare({ before, after, requests: [request('')], nameOf, attempts: 2 });

  expect((await replay()).findings).toMatchObject([{ kind: 'values', column: 'timestamp' }]);
  expect((await replay()).findings).toMatchObject([{ kind: 'time' }]);
});
