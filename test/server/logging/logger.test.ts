import { expect, test } from 'vitest';
import { createLogger } from '../../../src/server/logging/logger.ts';
import { LogLines } from '../../support/log-lines.ts';

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
