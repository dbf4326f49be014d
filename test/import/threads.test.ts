import { expect, test } from 'vitest';
import { duckdbRows, filesOf } from '../support/imported.ts';
import { run, storedRows } from '../support/run-import.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const START = Date.UTC(2026, 6, 9) * 1_000;
const ROWS = 6_000;
const BAD = [1, 3_001, 3_002, ROWS];

/** Rows of two days in no order, several blocks long; some lines are bad. */
function lines(): readonly string[] {
  const message = 'x'.repeat(1_000);
  return Array.from({ length: ROWS }, (_, i) => {
    if (BAD.includes(i + 1)) return `{"timestamp": "${message}`;
    const timestamp = START + ((i * 7_919) % ROWS) * 28_000_000;
    return JSON.stringify({ timestamp, id: String(i), event_message: message, extra: 1 });
  });
}

test('import of many blocks keeps line numbers, counts and the order of rows', async () => {
  const dataDir = temporaryFolder();

  const result = await run(['postgres.logs', '-', '--project', 'p'], {
    dataDir,
    stdin: Buffer.from(lines().join('\n')),
  });

  const good = ROWS - BAD.length;
  expect(result.stdout).toContain(
    `Imported ${good} rows of ${ROWS} lines into postgres.logs, as import `,
  );
  expect(result.stdout).toContain(`as microseconds (${good})`);
  expect(result.stderr).toContain(`"extra" (${good} values)`);
  expect(result.stderr).toContain('Skipped 4 bad lines: 1, 3001–3002, 6000\n');
  const [file, ...others] = await filesOf(dataDir, 'postgres.logs');
  expect(others).toEqual([]);
  const times = (await duckdbRows(`SELECT epoch_us(timestamp) FROM '${file}'`)).map(Number);
  expect(times).toEqual(times.toSorted((a, b) => b - a));
  const stored = await storedRows(
    dataDir,
    'postgres.logs',
    'timestamp, id, len(event_message), project',
  );
  const ids = stored.map(([, id]) => Number(id));
  expect(stored.every(([, , length, project]) => length === '1000' && project === 'p')).toBe(true);
  expect(ids.toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: ROWS }, (_, i) => i).filter((i) => !BAD.includes(i + 1)),
  );
  expect(ids).toEqual(ids.toSorted((a, b) => ((a * 7_919) % ROWS) - ((b * 7_919) % ROWS)));
});
