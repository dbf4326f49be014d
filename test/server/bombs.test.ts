import { expect, test } from 'vitest';
import { gateway } from '../support/gateway.ts';
import { GRAPHQL_ACCEPT, isRefusal } from '../walls/bad-input/bomb.ts';
import { BOMBS } from '../walls/bad-input/bombs.ts';

test.each(Object.entries(BOMBS))('the gateway refuses %s', async (_, bombs) => {
  const { app, key } = await gateway();

  for (const { name, method, path, type, body, accept = GRAPHQL_ACCEPT } of bombs) {
    for (const round of ['first', 'second']) {
      const answer = await app.inject({
        method,
        url: path,
        headers: {
          'x-api-key': key,
          accept,
          ...(type && { 'content-type': type }),
        },
        ...(body !== undefined && { payload: body }),
      });

      const told = `${name}, ${round}: ${answer.statusCode} ${answer.body.slice(0, 300)}`;
      expect(isRefusal(answer.statusCode, answer.body), told).toBe(true);
    }
  }
});
