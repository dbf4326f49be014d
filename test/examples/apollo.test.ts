import { expect, test } from 'vitest';
import { ADDRESS, exampleGateway, runExample } from './example-gateway.ts';

const PROGRAM = [process.execPath, 'examples/apollo/main.ts'];

test('the example with Apollo Client shows plain and redacted entries in one session', async () => {
  const lines = await runExample(PROGRAM, await exampleGateway());

  const middle = lines.indexOf('redacted:');
  const [plain, redacted] = [lines.slice(1, middle), lines.slice(middle + 1, -1)];
  expect(lines[0]).toBe('plain:');
  expect(plain[0]).toBe(`  2026-07-01T11:00:00.123454Z entry 4 of ${ADDRESS}`);
  expect([plain, redacted].map((entries) => entries.length)).toEqual([3, 3]);
  expect(redacted.join()).not.toContain(ADDRESS);
  expect(lines.at(-1)).toBe('kept: 3 plain entries');
});
