import { expect, test } from 'vitest';
import { redactMessage, redactRows, redactText } from '../../src/run/redaction.ts';

test.each([
  ['10.0.0.1', 'REDACTED'],
  ['from 203.0.113.9, then', 'from REDACTED, then'],
  ['"203.0.113.9"', '"REDACTED"'],
  ['[203.0.113.9]', '[REDACTED]'],
  ['203.0.113.9:443', 'REDACTED:443'],
  ['203.0.113.0/24', 'REDACTED/24'],
  ['ip=203.0.113.9;', 'ip=REDACTED;'],
  ['https://203.0.113.9/a', 'https://REDACTED/a'],
  ['seen at 203.0.113.9.', 'seen at REDACTED.'],
  ['2001:db8::1', 'REDACTED'],
  ['::1', 'REDACTED'],
  ['2001:0DB8:0000:0000:0000:0000:0000:0001', 'REDACTED'],
  ['::ffff:203.0.113.9', 'REDACTED'],
  ['[2001:db8::1]:5432', '[REDACTED]:5432'],
  ['host=2001:db8::1 port=1', 'host=REDACTED port=1'],
  ['last seen: 2001:db8::1.', 'last seen: REDACTED.'],
  ['{"ip":"2001:db8::1"}', '{"ip":"REDACTED"}'],
])('redactText hides the address in %j', (text, redacted) => {
  expect(redactText(text)).toBe(redacted);
});

test.each([
  'Chrome/120.0.0.0 Safari/537.36',
  'version 1.2.3',
  '1.2.3.4.5',
  '999.1.1.1',
  '12:34:56',
  '2026-07-01T12:00:00Z',
  '00:1b:44:11:3a:b7',
  'std::vector',
  'Foo::bar(ns::cafe)',
  '5d41402abc4b2a76b9719d911017c592',
  '',
])('redactText leaves %j as it is', (text) => {
  expect(redactText(text)).toBe(text);
});

test('redactText is idempotent and linear in hostile text', () => {
  for (const hostile of [':'.repeat(1_000_000), '1.1.1.'.repeat(170_000), '1:'.repeat(500_000)]) {
    const once = redactText(hostile);
    expect(redactText(once)).toBe(once);
  }
});

test('redactRows reaches every string and keeps numbers, nulls and shapes', () => {
  const rows = [['a', 17, null, true, [['10.0.0.1', 5n], []]]];

  expect(redactRows(rows)).toEqual([['a', 17, null, true, [['REDACTED', 5n], []]]]);
});

test.each([
  ['Bad int64 value: 10.0.0.1', 'Bad int64 value: REDACTED'],
  [
    'Bad int64 value: GET | 200 | 2001:db8:4af8::a47e:...',
    'Bad int64 value: GET | 200 | REDACTED...',
  ],
  ['Bad int64 value: GET | 200 | 198.51.1...', 'Bad int64 value: GET | 200 | REDACTED...'],
  ['Bad int64 value: GET /abc...', 'Bad int64 value: GET /abc...'],
])('redactMessage makes %j %j', (message, expected) => {
  expect(redactMessage(message)).toBe(expected);
});

test('redactMessage takes time linear in the message', () => {
  const start = performance.now();

  redactMessage('a:'.repeat(50_000));

  expect(performance.now() - start).toBeLessThan(1_000);
});
