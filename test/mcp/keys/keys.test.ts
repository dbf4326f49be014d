import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { changeKeys } from '../../../src/auth/keys/key-file.ts';
import { createKey } from '../../../src/auth/keys/key-record.ts';
import { KeyStore } from '../../../src/auth/keys/key-store.ts';
import { createSchema } from '../../../src/graphql/schema/schema.ts';
import { MemoryRateLimiter } from '../../../src/request/rate-limiter.ts';
import { openShop } from '../../examples/shop/open-shop.ts';
import { gateway } from '../../support/gateway.ts';
import { sendMessage } from '../../support/mcp-call.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { verdictOfGraphql, verdictOfTool } from './verdicts.ts';

test('an expired key is refused by both', async () => {
  const file = join(temporaryFolder(), 'keys.json');
  const rights = { endpoints: undefined, pins: {}, redact: false, sandbox: true };
  const expires = new Date(Date.now() + 86_400_000);
  const { record, secret } = createKey({ ...rights, name: 'ci', expires }, new Date());
  await changeKeys(file, () => [{ ...record, expires: '2026-01-01T00:00:00.000Z' }]);
  const authenticator = new KeyStore({ file, onError: () => {} });
  onTestFinished(() => authenticator.close());
  const own = await gateway({ authenticator });

  const { body, status } = await sendMessage({ ...own, key: secret }, 'tools/list');
  const graphql = await own.graphql('{ __typename }', {}, { 'x-api-key': secret });

  expect([status, body.code]).toEqual([401, 'UNAUTHENTICATED']);
  expect(graphql.errors?.[0]?.extensions.code).toBe('UNAUTHENTICATED');
});

test('calls count against the limit of the key, and those that are cached do not where the setting says so', async () => {
  const rateLimit = {
    limiter: new MemoryRateLimiter(),
    requestsPerMinute: 2,
    refusalsPerMinute: 100,
    countCached: false,
  };
  const own = await gateway({ rateLimit });
  const call = (interval: string) =>
    sendMessage(own, 'tools/call', {
      name: 'usageApiCounts',
      arguments: { project: 'demo', interval },
    });

  const answers = [];
  for (const interval of ['HOURLY', 'HOURLY', 'HOURLY', 'DAILY', 'MINUTELY']) {
    answers.push(await call(interval));
  }

  const codes = answers.map(({ body }) => body.result?._meta?.['fieldstone/code']);
  expect(codes).toEqual([undefined, undefined, undefined, undefined, 'RATE_LIMITED']);
  expect(Number(answers[4]?.headers['retry-after'])).toBeGreaterThan(0);
});

test.each([{ maxBytes: 1 }, { dailyBytes: 1 }])(
  'on BigQuery a key with %o is refused by every tool as by GraphQL',
  async (limits) => {
    const shop = await openShop({ engine: 'bigquery' });
    const schema = createSchema(shop.endpoints);
    const key = shop.keys.add(limits);

    const verdicts = [];
    for (const { definition } of shop.endpoints) {
      const call = [
        definition.field,
        definition.field === 'order' ? { id: 'A-0003' } : {},
      ] as const;
      verdicts.push({
        tool: await verdictOfTool(shop, key, call, '2026-07-28'),
        graphql: await verdictOfGraphql(shop, schema, key, call),
      });
    }

    for (const { graphql, tool } of verdicts) {
      expect(tool).toMatchObject({ code: 'COST_LIMIT_EXCEEDED' });
      expect(tool).toEqual(graphql);
    }
    expect(verdicts.length).toBe(8);
  },
);
