import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { changeKeys } from '../../src/auth/keys/key-file.ts';
import { createKey } from '../../src/auth/keys/key-record.ts';
import { KeyStore } from '../../src/auth/keys/key-store.ts';
import { httpServer } from '../support/http-server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

test('createServer finishes a request whose key is revoked, and refuses the next one', async () => {
  const file = join(temporaryFolder(), 'keys.json');
  const grant = { name: 'ci', endpoints: undefined, pins: {}, redact: false, sandbox: true };
  const { secret, record } = createKey({ ...grant, expires: undefined }, new Date());
  await changeKeys(file, () => [record]);
  const keys = new KeyStore({ file, onError: () => {}, pollMs: 5 });
  onTestFinished(() => keys.close());
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { app } = await httpServer({
    keys,
    routes: [
      async (scope) => {
        scope.get('/slow', async () => released.then(() => 'done'));
        scope.get('/fast', async () => 'done');
      },
    ],
  });
  const ask = (url: string) => app.inject({ url, headers: { 'x-api-key': secret } });

  const running = ask('/slow');
  await changeKeys(file, () => []);
  await expect.poll(async () => (await ask('/fast')).statusCode).toBe(401);
  release();

  expect((await running).body).toBe('done');
});
