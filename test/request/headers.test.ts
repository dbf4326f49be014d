import { expect, test } from 'vitest';
import { wantsRedaction } from '../../src/request/headers.ts';

test.each([
  [undefined, false],
  ['', false],
  [' ', false],
  ['false', false],
  ['0', false],
  ['true', true],
  ['1', true],
  ['yes', true],
  ['off', true],
  ['False', true],
  ['false, true', true],
])('wantsRedaction reads "%s" as %s in either header', (value, expected) => {
  expect(wantsRedaction({ 'svc-endpoint-redact-pii': value })).toBe(expected);
  expect(wantsRedaction({ 'lf-endpoint-redact-pii': value })).toBe(expected);
  expect(
    wantsRedaction({ 'svc-endpoint-redact-pii': 'true', 'lf-endpoint-redact-pii': value }),
  ).toBe(true);
});
