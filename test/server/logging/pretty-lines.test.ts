import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { createLogger } from '../../../src/server/logging/logger.ts';
import { prettyLines } from '../../../src/server/logging/pretty-lines.ts';
import { LogLines } from '../../support/log-lines.ts';

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
