import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { sendToRemote } from '../../../src/cli/query/remote.ts';
import { httpListener } from '../../support/http-listener.ts';

test.each([301, 302, 303, 307, 308])(
  'query follows no redirect with the status %i, to which it would send the key',
  async (status) => {
    const elsewhere: unknown[] = [];
    const other = await httpListener(({ headers }, response) => {
      elsewhere.push(headers['x-api-key']);
      response.end('{"result":[]}');
    });
    const url = await httpListener((_, response) => {
      response.writeHead(status, { location: `${other}/login?from=here` }).end();
    });

    const asked = [undefined, { sql: 'SELECT 1' }].map((body) =>
      sendToRemote({ url, key: 'k' }, { path: '/api/endpoints', ...(body && { body }) }),
    );

    for (const refused of asked) {
      await expect(refused).rejects.toMatchObject({
        exitCode: 1,
        message: `${status}: ${url} redirects to ${other}. The key is not sent there: name the service itself with --url`,
      });
    }
    expect(elsewhere).toEqual([]);
  },
);

test('query reads what a service answers', async () => {
  const url = await httpListener(({ headers }, response) => {
    response.end(JSON.stringify([headers['x-api-key'], headers.accept]));
  });

  const stream = await sendToRemote({ url, key: 'k' }, { path: '/' });

  expect(await text(stream)).toBe('["k","application/json"]');
});
