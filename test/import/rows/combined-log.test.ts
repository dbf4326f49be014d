import { expect, test } from 'vitest';
import { parseCombinedLine } from '../../../src/import/rows/combined-log.ts';

const LINE =
  '192.0.2.7 - frank [01/Jul/2026:12:30:45 +0200] "GET /a/b.html?x=1&y=2 HTTP/1.1" 200 5124 "https://ref.example/" "Agent/1.0 (x; \\"y\\")"';

test('parseCombinedLine reads every field of a line', () => {
  expect(parseCombinedLine(LINE)).toEqual({
    address: '192.0.2.7',
    host: undefined,
    port: undefined,
    micros: Date.UTC(2026, 6, 1, 10, 30, 45) * 1_000,
    request: 'GET /a/b.html?x=1&y=2 HTTP/1.1',
    status: 200,
    size: '5124',
    referer: 'https://ref.example/',
    agent: 'Agent/1.0 (x; "y")',
    isUnterminated: false,
  });
});

test('parseCombinedLine takes "-" as absent and IPv6 as an address', () => {
  const line = '2001:db8::1 - - [29/Feb/2024:23:59:59 -0330] "-" 408 - "-" "-"';

  expect(parseCombinedLine(line)).toEqual({
    address: '2001:db8::1',
    host: undefined,
    port: undefined,
    micros: Date.UTC(2024, 2, 1, 3, 29, 59) * 1_000,
    request: '-',
    status: 408,
    size: undefined,
    referer: undefined,
    agent: undefined,
    isUnterminated: false,
  });
});

test('parseCombinedLine reads the common format and fields after the user agent', () => {
  const common = '192.0.2.7 - - [01/Jul/2026:12:30:45 +0000] "GET / HTTP/1.0" 304 0';

  expect(parseCombinedLine(common)).toMatchObject({ status: 304, size: '0', agent: undefined });
  expect(parseCombinedLine(`${LINE} "203.0.113.9" 0.003`).agent).toBe('Agent/1.0 (x; "y")');
});

test('parseCombinedLine takes an unterminated last field to the end of the line', () => {
  const head = '192.0.2.7 - - [01/Jul/2026:12:30:45 +0000] "GET / HTTP/1.0" 200 1';

  expect(parseCombinedLine(`${head} "-" "Bot/2.1 (+http://b`)).toMatchObject({
    agent: 'Bot/2.1 (+http://b',
    isUnterminated: true,
  });
  expect(parseCombinedLine(`${head} "http://cut`)).toMatchObject({
    referer: 'http://cut',
    agent: undefined,
    isUnterminated: true,
  });
});

test.each([
  ['', 'The line does not begin with an address and a time in brackets'],
  [
    '192.0.2.7 - - "GET / HTTP/1.0" 200 1',
    'The line does not begin with an address and a time in brackets',
  ],
  [
    '192.0.2.7 - - [31/Jun/2026:12:30:45 +0000] "GET / HTTP/1.0" 200 1',
    'The time in brackets does not exist',
  ],
  [
    '192.0.2.7 - - [01/Jul/2026:24:30:45 +0000] "GET / HTTP/1.0" 200 1',
    'The time in brackets does not exist',
  ],
  [
    '192.0.2.7 - - [01/Foo/2026:12:30:45 +0000] "GET / HTTP/1.0" 200 1',
    'The time in brackets does not exist',
  ],
  ['192.0.2.7 - - [01/Jul/2026:12:30:45 +0000] "GET / HTT', 'The request has no closing quote'],
  [
    '192.0.2.7 - - [01/Jul/2026:12:30:45 +0000] "GET / HTTP/1.0" OK 1',
    'The request is not followed by a status and a size',
  ],
  [
    '192.0.2.7 - - [01/Jul/2026:12:30:45 +0000] "GET /" 200 1 "-" "a"b"',
    'There is something else where the next field should begin',
  ],
])('parseCombinedLine refuses %j', (line, reason) => {
  expect(() => parseCombinedLine(line)).toThrow(reason);
});

const REST = '[01/Jul/2026:12:30:45 +0000] "GET / HTTP/1.0" 304 0';

test.each([
  ['203.0.113.15 - -', '203.0.113.15', undefined, undefined],
  ['203.0.113.15 - John Smith', '203.0.113.15', undefined, undefined],
  ['fe80::1%eth0 - -', 'fe80::1%eth0', undefined, undefined],
  ['crawler.example.net - -', 'crawler.example.net', undefined, undefined],
  ['localhost - John Smith', 'localhost', undefined, undefined],
  ['unix: - -', undefined, undefined, undefined],
  ['blog.example.org:443 203.0.113.15 - -', '203.0.113.15', 'blog.example.org', 443],
  ['blog.example.org:443 crawler.example.net - -', 'crawler.example.net', 'blog.example.org', 443],
  ['blog.example.org 203.0.113.15 - -', '203.0.113.15', 'blog.example.org', undefined],
  ['198.51.100.1:8080 2001:db8::1 - -', '2001:db8::1', '198.51.100.1', 8080],
  ['[2001:db8::2]:443 2001:db8::1 - -', '2001:db8::1', '[2001:db8::2]', 443],
])('parseCombinedLine reads who made a request from %j', (before, address, host, port) => {
  expect(parseCombinedLine(`${before} ${REST}`)).toMatchObject({ address, host, port });
});

test.each([
  '203.0.113.15',
  '203.0.113.15 -',
  '203.0.113.15:51000 - -',
  '203.0.113.15, 10.0.0.1 - -',
  '2026-07-01T00:00:00Z 203.0.113.15 - -',
  '<134>1 203.0.113.15 - -',
  '999.0.113.15 - -',
  '1234 - -',
  'a.example b.example - -',
  '- blog.example.org:443 - -',
])('parseCombinedLine refuses a line that begins with %j', (before) => {
  expect(() => parseCombinedLine(`${before} ${REST}`)).toThrow('The line does not begin with');
});

test.each([
  ['a\\x22b', 'a"b'],
  ['\\xC3\\xA9t\\xc3\\xa9', 'été'],
  ['\\xF0\\x9F\\xA6\\x86', '🦆'],
  ['\\xFFa\\xC3', '\\xFFa\\xC3'],
  ['\\xFF\\xC3\\xA9\\xE2\\x82', '\\xFFé\\xE2\\x82'],
  ['\\x5Cx41', '\\x41'],
  ['\\\\x41', '\\x41'],
  ['a\\tb \\x4', 'a\\tb \\x4'],
])('parseCombinedLine unescapes the agent %j', (written, agent) => {
  const line = `192.0.2.7 - - ${REST} "-" "${written}"`;

  expect(parseCombinedLine(line).agent).toBe(agent);
});
