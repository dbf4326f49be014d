import { expect, test, vi } from 'vitest';
import { logTime } from '../../../src/server/logging/log-time.ts';

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
