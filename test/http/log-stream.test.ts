import { afterEach, expect, test, vi } from 'vitest';
import { createLogStream } from '../../src/http/log-stream.ts';

afterEach(() => {
  vi.useRealTimers();
});

function streamTo() {
  vi.useFakeTimers();
  const written: string[] = [];
  const before = process.listeners('exit');
  const stream = createLogStream({ write: (lines) => written.push(lines) });
  const [flush] = process.listeners('exit').filter((one) => !before.includes(one));
  if (flush) process.off('exit', flush);
  return { stream, written, exit: () => flush?.(0) };
}

test('createLogStream writes the lines of some milliseconds at once', () => {
  const { stream, written } = streamTo();

  stream.write('a\n');
  stream.write('b\n');
  const early = [...written];
  vi.advanceTimersByTime(20);
  stream.write('c\n');
  vi.advanceTimersByTime(20);

  expect(early).toEqual([]);
  expect(written).toEqual(['a\nb\n', 'c\n']);
});

test('createLogStream does not let many lines wait', () => {
  const { stream, written } = streamTo();
  const line = `${'x'.repeat(40_000)}\n`;

  stream.write(line);
  stream.write(line);
  vi.advanceTimersByTime(20);

  expect(written).toEqual([line + line]);
});

test('createLogStream writes what waits when the process ends', () => {
  const { stream, written, exit } = streamTo();

  stream.write('last\n');
  exit();

  expect(written).toEqual(['last\n']);
});
