import { expect, test } from 'vitest';
import { gateway } from '../support/gateway.ts';
import { BOMBS } from '../walls/bad-input/bombs.ts';

test.each(Object.entries(BOMBS))('the gateway refuses %s', async (_, bombs) => {
  const { app, key } = await gateway();

  for (const { name, method, path, type, body } of bombs) {
    for (const round of ['first', 'second']) {
      const answer = await app.inject({
        method,
        url: path,
        headers: {
          'x-api-key': key,
          accept: 'application/graphql-response+json',
          ...(type && { 'content-type': type }),
        },
        ...(body !== undefined && { payload: body }),
      });

      const told = `${name}, ${round}: ${answer.body.slice(0, 300)}`;
      expect(answer.statusCode, told).toBeGreaterThanOrEqual(400);
      expect(answer.statusCode, told).toBeLessThan(500);
    }
  }
});
