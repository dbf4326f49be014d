import { expect, test } from 'vitest';
import { Progress } from '../../../src/cli/import/progress.ts';

/** Steps of an import that reads 100 bytes, a second and 1000 lines apart. */
function shown(isTTY: boolean, size: number | undefined): string {
  let now = 0;
  let output = '';
  const write = (text: string) => {
    output += text;
  };
  const reading = { size, read: () => (now / 40_000) * 100 };
  const progress = new Progress({ isTTY, write }, reading, () => now);
  for (let second = 1; second <= 20; second += 1) {
    now = second * 1_000;
    progress.show({ lines: second * 1_000, isStoring: second === 20 });
  }
  progress.clear();
  return output;
}

test('progress on a terminal stays in one line, with rate and remaining time', () => {
  const output = shown(true, 100);

  expect(output).not.toContain('\n');
  expect(output.split('\r\u001B[K')).toHaveLength(22);
  expect(output).toContain('25 % read, 10000 lines, 1000 a second, 30 s left to read');
  expect(output.endsWith('\r\u001B[K')).toBe(true);
});

test('progress elsewhere is a plain line now and then', () => {
  expect(shown(false, 100)).toBe(
    '25 % read, 10000 lines, 1000 a second, 30 s left to read\n20000 lines read, storing rows\n',
  );
});

test('progress of an input without a size has no remaining time', () => {
  expect(shown(false, undefined)).toBe(
    '10000 lines, 1000 a second\n20000 lines read, storing rows\n',
  );
});
