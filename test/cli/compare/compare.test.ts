import { expect, test } from 'vitest';
import { compare } from '../../../src/cli/compare/compare.ts';
import { httpListener as service } from '../../support/http-listener.ts';

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

test.each(['old', 'new'] as const)(
  'compare follows no redirect of the %s service, to which it would send the key',
  async (side) => {
    const elsewhere: unknown[] = [];
    const other = await service(({ headers }, response) => {
      elsewhere.push(headers['x-api-key']);
      response.end('{"result":[]}');
    });
    const redirecting = {
      url: await service((_, response) => {
        response.writeHead(302, { location: `${other}/elsewhere` }).end();
      }),
      key: 'k',
    };
    const sound = { url: await service((_, response) => response.end('{"result":[]}')), key: 'k' };
    const sides = {
      before: sound,
      after: sound,
      [side === 'old' ? 'before' : 'after']: redirecting,
    };

    const { findings, unanswered } = await compare({ ...sides, requests: [request('')], nameOf });

    const fate = `redirected with 302 by the ${side} service; no key is sent there: name the service itself with --${side}`;
    expect(unanswered).toEqual(new Map([[fate, 1]]));
    expect(findings.map(({ kind }) => kind)).toEqual(side === 'old' ? [] : ['status']);
    expect(elsewhere).toEqual([]);
  },
);
