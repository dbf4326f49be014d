/** Bytes, and the statuses of all answers that come before the connection is closed. */
type RawRequest = readonly [name: string, bytes: string, statuses: string];

const SMUGGLED = 'GET /livez HTTP/1.1\r\nHost: x\r\n\r\n';
const POST = 'POST /graphql HTTP/1.1\r\nHost: x\r\n';
const LIVEZ = 'GET /livez HTTP/1.1\r\n';

/** Requests that proxies and servers have read in different ways. */
export function rawRequests(key: string): readonly RawRequest[] {
  const known = `X-API-KEY: ${key}\r\n`;
  return [
    ['no HTTP', 'nonsense\r\n\r\n', '400'],
    ['a TLS greeting', '\x16\x03\x01\x02\x00\x01\x00', '400'],
    ['a bare line feed', `GET / HTTP/1.1\nHost: x\nA: b\n\n${SMUGGLED}`, '400'],
    ['a folded header', `${LIVEZ}Host: x\r\nA: b\r\n c\r\n\r\n${SMUGGLED}`, '400'],
    ['NUL in a header', `${LIVEZ}Host: x\r\nA: \0\r\n\r\n${SMUGGLED}`, '400'],
    ['a blank before a colon', `${LIVEZ}Host: x\r\nContent-Length : 5\r\n\r\n${SMUGGLED}`, '400'],
    [
      'a length and chunks',
      `${POST}${known}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${SMUGGLED}`,
      '400',
    ],
    [
      'chunks twice',
      `${POST}${known}Transfer-Encoding: chunked\r\nTransfer-Encoding: x\r\n\r\n0\r\n\r\n${SMUGGLED}`,
      '400',
    ],
    [
      'two lengths',
      `${POST}${known}Content-Length: 5\r\nContent-Length: 6\r\n\r\n${SMUGGLED}`,
      '400',
    ],
    ['a negative length', `${POST}${known}Content-Length: -1\r\n\r\n${SMUGGLED}`, '400'],
    [
      'a chunk with a wrong length',
      `${POST}${known}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n${SMUGGLED}`,
      '400',
    ],
    ['no host', `${LIVEZ}Connection: close\r\n\r\n`, '400'],
    ['two hosts', `${LIVEZ}Host: x\r\nHost: y\r\nConnection: close\r\n\r\n`, '400'],
    ['headers of 50 KB', `${LIVEZ}Host: x\r\nA: ${'a'.repeat(50_000)}\r\n\r\n${SMUGGLED}`, '431'],
    ['HTTP/1.0', 'GET /livez HTTP/1.0\r\n\r\n', '200'],
    [
      'a whole address as target',
      'GET http://other.example/livez HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
      '200',
    ],
    [
      'two right requests in one piece',
      `${SMUGGLED}GET /livez HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
      '200 200',
    ],
  ];
}
