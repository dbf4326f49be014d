import { type AuditResult, serverAudits } from 'graphql-http';
import { expect, test } from 'vitest';
import { gateway } from '../support/gateway.ts';
import { listen } from '../support/http-server.ts';

const AUDITS = serverAudits({ url: 'http://never.called' }).map(
  ({ id, name }) => [id, name] as const,
);

test('serverAudits are the 61 that were counted', () => {
  expect(AUDITS).toHaveLength(61);
});

async function audit(
  id: string,
  withKey: boolean,
): Promise<{ result: AuditResult; statuses: readonly number[] }> {
  const { app, key } = await gateway();
  const port = await listen(app);
  const statuses: number[] = [];
  const fetchFn = async (url: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers);
    if (withKey) headers.set('x-api-key', key);
    const response = await fetch(url, { ...init, headers });
    statuses.push(response.status);
    return response;
  };
  const found = serverAudits({ url: `http://127.0.0.1:${port}/graphql`, fetchFn }).find(
    (one) => one.id === id,
  );
  if (!found) throw new Error(`There is no audit ${id}`);
  return { result: await found.fn(), statuses };
}

test.each(AUDITS)('audit %s passes with a key: %s', async (id) => {
  const { result } = await audit(id, true);

  expect(result).toMatchObject({ status: 'ok' });
});

test.each(AUDITS)('audit %s is answered 401 without a key: %s', async (id) => {
  const { statuses } = await audit(id, false);

  expect(new Set(statuses)).toEqual(new Set([401]));
});
