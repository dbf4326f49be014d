import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { detached } from '../../src/values/memory.ts';

test('detached changes no text', () => {
  expect(detached('')).toBe('');
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(detached(text)).toBe(text);
    }),
  );
});

const MEASURE = `
  import { detached } from './src/values/memory.ts';
  const kept = [];
  const heap = () => { gc(); return process.memoryUsage().heapUsed; };
  const before = heap();
  for (let i = 0; i < 100; i += 1) {
    const body = Buffer.alloc(1e6, 97 + (i % 26)).toString('latin1');
    kept.push(detached(body.slice(i, i + 100)));
  }
  console.log(heap() - before, kept.length);
`;

test('detached texts do not keep what they were cut from', async () => {
  const args = ['--expose-gc', '--input-type=module', '--eval', MEASURE];
  const { stdout } = await promisify(execFile)(process.execPath, args);

  // Slices keep 100 MB.
  expect(Number.parseInt(stdout, 10)).toBeLessThan(10e6);
});
