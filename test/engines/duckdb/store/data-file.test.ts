import { expect, test } from 'vitest';
import {
  demoFileName,
  demoFileRange,
  filesToRead,
  supersededFiles,
} from '../../../../src/engines/duckdb/store/data-file.ts';

const HOUR = 3_600_000_000;
const IMPORTED = 'import-84113b81-a990-49e7-b7c7-240ff3de2c61.parquet';

test('demoFileRange reads what demoFileName writes', () => {
  expect(demoFileRange(demoFileName({ start: HOUR, end: 2 * HOUR }))).toEqual({
    start: HOUR,
    end: 2 * HOUR,
  });
});

test('demoFileRange refuses other names, empty ranges and ranges over midnight', () => {
  const names = [
    IMPORTED,
    'demo-5-5.parquet',
    'demo-9-5.parquet',
    `demo-${23 * HOUR}-${25 * HOUR}.parquet`,
    'demo-1-2.parquet.0f.tmp',
  ];

  expect(names.map(demoFileRange)).toEqual(names.map(() => undefined));
});

test('supersededFiles names the demo files inside another one, and never an import', () => {
  const whole = demoFileName({ start: 0, end: 2 * HOUR });
  const inside = demoFileName({ start: HOUR, end: 2 * HOUR });
  const beside = demoFileName({ start: 2 * HOUR, end: 3 * HOUR });

  expect([...supersededFiles([inside, IMPORTED, beside, whole])]).toEqual([inside]);
});

test('filesToRead leaves out temporary files, foreign files and demo files outside the bounds', () => {
  const early = demoFileName({ start: 0, end: HOUR });
  const late = demoFileName({ start: HOUR, end: 2 * HOUR });
  const names = [late, early, IMPORTED, `${early}.1.tmp`, 'notes.txt', 'import-1.parquet'];

  expect(filesToRead(names, {})).toEqual([IMPORTED, late, early]);
  expect(filesToRead(names, { lower: HOUR })).toEqual([IMPORTED, late]);
  expect(filesToRead(names, { upper: HOUR - 1 })).toEqual([IMPORTED, early]);
});
