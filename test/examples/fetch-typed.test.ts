import { expect, test } from 'vitest';
import { createClient, GatewayError } from '../../examples/fetch-typed/client.ts';
import { Overview } from '../client/documents.ts';
import { exampleGateway, runExample } from './example-gateway.ts';

const PROGRAM = [process.execPath, 'examples/fetch-typed/main.ts'];

test('the example with fetch prints the newest entries with all digits of their time', async () => {
  const lines = await runExample(PROGRAM, await exampleGateway());

  expect(lines).toEqual([
    '2026-07-01T11:00:00.123454Z entry 4 of ana@example.com',
    '2026-07-01T11:00:00.123453Z entry 3 of ana@example.com',
    '2026-07-01T11:00:00.123452Z entry 2 of ana@example.com',
    '2026-07-01T11:00:00.123451Z entry 1 of ana@example.com',
    '4 entries',
  ]);
});

test('the client with fetch throws what the gateway answers, with its code', async () => {
  const { url } = await exampleGateway();
  const ask = createClient(`${url}/graphql`, 'no key');

  const answer = ask(Overview, {
    project: 'demo',
    window: 'ONE_HOUR',
    period: 'HOURLY',
    tier: 'PRO',
  });

  await expect(answer).rejects.toThrow(GatewayError);
  await expect(answer).rejects.toMatchObject({
    code: 'UNAUTHENTICATED',
    requestId: expect.stringMatching(/^[\da-f-]{36}$/),
  });
});
