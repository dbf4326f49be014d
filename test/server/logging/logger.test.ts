import { stripVTControlCharacters } from 'node:util';
import { expect, test, vi } from 'vitest';
import { createLogger, logTime, prettyLines } from '../../../src/server/logging/logger.ts';
import { LogLines } from '../../support/log-lines.ts';

test('logTime tells the millisecond, also after the clock was set back', () => {
  vi.useFakeTimers();
  const at = (time: string) => {
    vi.setSystemTime(new Date(time));
    return [logTime(), logTime()];
  };

  const texts = [at('2026-07-01T10:00:00.001Z'), at('2026-07-01T09:00:00Z')];
  vi.useRealTimers();

  expect(texts).toEqual([
    [',"time":"2026-07-01T10:00:00.001Z"', ',"time":"2026-07-01T10:00:00.001Z"'],
    [',"time":"2026-07-01T09:00:00.000Z"', ',"time":"2026-07-01T09:00:00.000Z"'],
  ]);
});

test('on a terminal a line is a time, a level and a message with its fields', async () => {
  const lines = new LogLines();

  const log = createLogger('info', await prettyLines(lines, true));
  log.info({ status: 200, requestId: 'r' }, 'request');

  expect(stripVTControlCharacters(lines.text.join(''))).toMatch(
    /^\[\d\d:\d\d:\d\d\.\d{3}\] INFO: request \{"status":200\}\n$/,
  );
});

test('elsewhere lines stay JSON', async () => {
  const lines = new LogLines();

  createLogger('info', await prettyLines(lines, false)).info({ status: 200 }, 'request');

  expect(lines.entries).toEqual([
    { level: 'info', time: expect.any(String), status: 200, msg: 'request' },
  ]);
});

test.each([
  ['a message', new Error('x'.repeat(1e6))],
  ['the message of a cause', new Error('failed', { cause: new Error('x'.repeat(1e6)) })],
  ['a text that was thrown', 'x'.repeat(1e6)],
  ['another member', Object.assign(new Error('failed'), { detail: 'x'.repeat(1e6) })],
])('a line has the beginning of %s', (_, err) => {
  const lines = new LogLines();

  createLogger('info', lines).error({ err }, 'failed');

  expect(lines.text.join('').length).toBeLessThan(15_000);
  expect(lines.text.join('')).toContain('x'.repeat(3_000));
});
