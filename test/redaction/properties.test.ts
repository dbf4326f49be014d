import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRedactor } from '../../src/redaction/redactor.ts';
import { ORDINARY, PARTICULAR } from './labelled-lines.ts';

const PROFILES = ['default', 'extended'] as const;

/** Parts of everything that a detector looks at, so that joining some at random reaches its edges. */
const PARTS = [
  '<password>',
  '</password>',
  '10.0.0.1',
  '1.2.3',
  '.4',
  '255',
  '::',
  ':',
  '::1',
  'fe80::1',
  '%eth0',
  '2001:db8',
  'a:b',
  '/',
  '//',
  '://',
  '@',
  'ann',
  'ann@example.com',
  'example.com',
  '.com',
  '%3A',
  '%2E',
  '%40',
  '%3D',
  '%25',
  '%',
  '%22',
  '=',
  '"',
  "'",
  '\\',
  '\\n',
  '\\u003c',
  '\\"',
  ' ',
  ', ',
  ';',
  '-',
  '_',
  '.',
  '...',
  '\n',
  'password',
  'token',
  'cookie',
  'PASSWORD ',
  'Authorization: ',
  'Bearer ',
  'Basic ',
  'dXNlcjpwYXNz',
  'eyJhbGciOiJIUzI1NiJ9',
  'eyJ',
  'sk-',
  'ghp_',
  'AKIA',
  'AKIAIOSFODNN7EXAMPLE',
  'REDACTED',
  'Chrome/',
  'version ',
  'v',
  'ip-',
  '10-0-0-1',
  '.internal',
  '.in-addr.arpa',
  '.ip6.arpa',
  '1.0.',
  '4111111111111111',
  '4111 1111 1111 1111',
  '+4915112345678',
  'DE89370400440532013000',
  '{',
  '}',
  '[',
  ']',
  '{"a":',
  'null',
  '17',
  '1.5',
  'x',
  'é',
  '-----BEGIN PRIVATE KEY-----',
  '-----END',
  '|',
  '(',
  ')',
  '<',
  '>',
  '0',
  '443',
  ':443',
  '/24',
  'Mozilla/5.0 (',
  'a1b2c3d4e5f6a7b8c9d0',
  '\u001b[32m',
  '&',
  '?',
  '#',
  '+',
  '~',
  '^',
  '$',
];

const text = fc.array(fc.constantFrom(...PARTS), { maxLength: 12 }).map((parts) => parts.join(''));

test.each(PROFILES)('createRedactor with the %s profile is idempotent', (profile) => {
  const redactor = createRedactor(profile);

  fc.assert(
    fc.property(text, (input) => {
      const once = redactor.text(input);
      expect(redactor.text(once)).toBe(once);
    }),
    { numRuns: 5_000 },
  );
});

test('createRedactor is idempotent on messages with cut values', () => {
  const redactor = createRedactor('default');

  fc.assert(
    fc.property(text, (input) => {
      const once = redactor.message(input);
      expect(redactor.message(once)).toBe(once);
    }),
    { numRuns: 2_000 },
  );
});

const json = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    text,
    fc.constantFrom(null, true, false),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(text, tie('value'), { maxKeys: 3 }),
    // A document within a string.
    tie('value').map((value) => JSON.stringify(value)),
  ),
})).value;

/** What must stay of a value: everything but the contents of strings that are not documents themselves. */
function shapeOf(value: unknown): unknown {
  if (typeof value === 'string') return 'string';
  if (Array.isArray(value)) return value.map(shapeOf);
  if (value === null || typeof value !== 'object') return value;
  return Object.entries(value).map(([key, member]) => [key, shapeOf(member)]);
}

test.each(PROFILES)('createRedactor with the %s profile keeps the shape of JSON', (profile) => {
  const redactor = createRedactor(profile);

  fc.assert(
    fc.property(fc.oneof(fc.array(json), fc.dictionary(text, json)), (document) => {
      const redacted = redactor.text(JSON.stringify(document, null, 1));
      expect(shapeOf(JSON.parse(redacted))).toEqual(shapeOf(JSON.parse(JSON.stringify(document))));
      expect(redactor.text(redacted)).toBe(redacted);
    }),
    { numRuns: 2_000 },
  );
});

test('createRedactor hides any address in any context', () => {
  const redactor = createRedactor('default');
  const contexts = Object.entries({ ...ORDINARY, ...PARTICULAR });
  const address = fc.oneof(
    fc.ipV4(),
    // Only letters on both sides of `::` are a scope, and `::` alone is no host.
    fc.ipV6().filter((ip) => /\d/.test(ip) && ip !== '::'),
  );

  fc.assert(
    fc.property(address, fc.constantFrom(...contexts), (ip, [, context]) => {
      const redacted = redactor.text(context(ip));
      expect(redacted).toContain('REDACTED');
      expect(redacted).not.toContain(ip);
    }),
    { numRuns: 3_000 },
  );
});
