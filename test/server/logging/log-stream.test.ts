import { expect, test } from 'vitest';
import type { LogOutput, Written } from '../../../src/server/logging/log-stream.ts';
import { LogStream } from '../../../src/server/logging/log-stream.ts';

/** An output that takes what it is told to take. */
class TestOutput implements LogOutput {
  text = '';
  writes = 0;
  /** How the next writes end; where none is left, all goes through. */
  readonly answers: Written[] = [];
  /** Kept unresolved while it is set. */
  blocked: Promise<void> | undefined;

  async write(bytes: Uint8Array): Promise<Written> {
    await this.blocked;
    return this.writeSync(bytes);
  }

  writeSync(bytes: Uint8Array): Written {
    this.writes += 1;
    const answer = this.answers.shift() ?? { bytes: bytes.length, isBroken: false };
    this.text += Buffer.from(bytes.subarray(0, answer.bytes)).toString();
    return answer;
  }
}

const FULL_DISK: Written = { bytes: 0, isBroken: true };
const FULL_PIPE: Written = { bytes: 0, isBroken: false };

function noticeOf(lines: number) {
  return expect.objectContaining({ level: 'warn', lines, msg: 'log lines were dropped' });
}

function parsed(text: string): unknown[] {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

test('LogStream writes the lines of some milliseconds at once', async () => {
  const output = new TestOutput();
  const stream = new LogStream(output);

  stream.write('1\n');
  stream.write('2\n');
  const early = output.text;
  await expect.poll(() => output.text).toBe('1\n2\n');
  stream.write('3\n');

  await expect.poll(() => output.text).toBe('1\n2\n3\n');
  expect(early).toBe('');
  expect(output.writes).toBe(2);
});

test('LogStream writes on where a write ended in the middle of a line, or took nothing', async () => {
  const output = new TestOutput();
  output.answers.push({ bytes: 4, isBroken: false }, FULL_PIPE);
  const stream = new LogStream(output);

  stream.write('123\n');
  stream.write('456\n');

  await expect.poll(() => output.text).toBe('123\n456\n');
  expect(stream.dropped).toBe(0);
});

test('LogStream drops what a full disk did not take, and tells how much when it takes lines again', async () => {
  const output = new TestOutput();
  output.answers.push({ bytes: 6, isBroken: false }, FULL_DISK, FULL_DISK);
  const stream = new LogStream(output);

  for (const line of ['111\n', '222\n', '333\n']) stream.write(line);
  await expect.poll(() => stream.dropped).toBe(2);
  stream.write('444\n');
  await expect.poll(() => output.text).toContain('444');

  expect(output.text.startsWith('111\n22\n{')).toBe(true);
  expect(parsed(output.text)).toEqual([111, 22, noticeOf(2), 444]);
  expect(stream.dropped).toBe(2);
});

test('LogStream holds a bounded part of what an output that blocks does not take', async () => {
  const output = new TestOutput();
  const { promise, resolve } = Promise.withResolvers<void>();
  output.blocked = promise;
  const stream = new LogStream(output);
  const line = `"${'x'.repeat(997)}"\n`;
  stream.write('1\n');
  await new Promise((done) => setTimeout(done, 100));

  for (let i = 0; i < 3_000; i += 1) stream.write(line);
  const { dropped } = stream;
  resolve();
  await expect.poll(() => output.text).toContain('x');

  expect(dropped).toBe(3_000 - Math.floor(1_048_576 / 1_000));
  expect(parsed(output.text).slice(0, 2)).toEqual([1, noticeOf(dropped)]);
  expect(output.text.length).toBeLessThan(1_100_000);
});

test('flushSync writes what waits', () => {
  const output = new TestOutput();
  output.answers.push({ bytes: 2, isBroken: false }, FULL_PIPE);
  const stream = new LogStream(output);

  stream.write('last\n');
  stream.flushSync();

  expect(output.text).toBe('last\n');
});

test('flushSync gives up an output that takes nothing', () => {
  const output = new TestOutput();
  output.answers.push(...Array<Written>(1_000).fill(FULL_PIPE));
  const stream = new LogStream(output);

  stream.write('last\n');
  stream.flushSync();

  expect(output.text).toBe('');
});

test('LogStream keeps characters of several bytes, and drops lines by their bytes', async () => {
  const output = new TestOutput();
  const { promise, resolve } = Promise.withResolvers<void>();
  output.blocked = promise;
  const stream = new LogStream(output);
  // 1 000 bytes in 334 UTF-16 units.
  const line = `${'€'.repeat(333)}\n`;
  stream.write(line);
  await new Promise((done) => setTimeout(done, 100));

  for (let i = 0; i < 1_100; i += 1) stream.write(line);
  const { dropped } = stream;
  resolve();

  const kept = Math.floor(1_048_576 / 1_000);
  expect(dropped).toBe(1_100 - kept);
  await expect
    .poll(() => output.text.split('\n').filter((text) => text === '€'.repeat(333)))
    .toHaveLength(kept + 1);
  expect(output.text).toContain('lines were dropped');
});
