import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { exampleGateway, runExample } from './example-gateway.ts';

const PYTHON = ['python3', 'python'].find((name) => spawnSync(name, ['--version']).status === 0);

/** Why the example cannot run here; undefined if it can. */
function missing(): string | undefined {
  if (PYTHON === undefined) return 'there is no python3';
  const { status } = spawnSync(PYTHON, ['-c', 'import requests']);
  return status === 0 ? undefined : 'python3 has no requests: pip install requests';
}

test('the example in Python prints the newest entries with all digits of their time', async ({
  skip,
}) => {
  const reason = missing();
  skip(reason !== undefined, reason);
  const lines = await runExample(
    [PYTHON ?? '', 'examples/python-requests/main.py'],
    await exampleGateway(),
  );

  expect(lines).toEqual([
    '2026-07-01T11:00:00.123454+00:00 entry 4 of ana@example.com',
    '2026-07-01T11:00:00.123453+00:00 entry 3 of ana@example.com',
    '2026-07-01T11:00:00.123452+00:00 entry 2 of ana@example.com',
    '2026-07-01T11:00:00.123451+00:00 entry 1 of ana@example.com',
    '4 entries',
    '4 requests at the edge',
  ]);
});

test('the example in Python says what was wrong', async ({ skip }) => {
  const reason = missing();
  skip(reason !== undefined, reason);
  const { url } = await exampleGateway();

  const run = runExample([PYTHON ?? '', 'examples/python-requests/main.py'], { url, key: 'none' });

  await expect(run).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^UNAUTHENTICATED: /),
  });
});
