import { pino } from 'pino';
import { expect, test } from 'vitest';
import { logTime } from '../../src/http/log-time.ts';
import { requestLine } from '../../src/http/request-line.ts';
import { writeLine } from '../../src/http/request-log.ts';
import { LogLines } from '../support/log-lines.ts';

test.each([
  ['GET', '/api/endpoints/query/usage.api-counts', 200, 0.123_4, 'k1'],
  ['POST', '/graphql', 304, 12, undefined],
  ['GET', '/api/"quoted"\\path/é\u001b[31m', 404, 1_000.06, 'a"b'],
  ['HEAD', `/api/fsk_${'A'.repeat(40)}/${'x'.repeat(600)}`, 499, 0, 'k1'],
])('requestLine writes what pino writes: %s %s', (method, path, status, elapsedMs, keyId) => {
  const lines = new LogLines();
  const formatters = { level: (level: string) => ({ level }) };
  const log = pino({ base: null, timestamp: logTime, formatters }, lines);
  const logged = { method, path, status, elapsedMs, keyId };

  writeLine(log.child({ requestId: 'id-1' }), logged);
  lines.write(requestLine(logged, 'id-1'));

  const withoutTime = lines.text.map((line) => line.replace(/"time":"[^"]*"/, '"time":""'));
  expect(withoutTime[1]).toBe(withoutTime[0]);
});
