import { connect } from 'node:net';
import type { FastifyPluginAsync } from 'fastify';
import { expect, test } from 'vitest';
import { LIMITS } from '../../src/server/hooks/limits.ts';
import { exchangeBytes, httpServer, listen } from '../support/http-server.ts';

const route: FastifyPluginAsync = async (app) => {
  app.get('/hello', async () => 'hello');
  app.get('/large', async () => 'x'.repeat(20_000_000));
  app.post('/echo', async ({ body }) => body);
};

/** The status line and the body of the first answer. */
function firstAnswer(received: string) {
  const [head = '', body = ''] = received.split('\r\n\r\n');
  return { status: Number(head.split(' ')[1]), head, body };
}

function closing(key: string, ...lines: string[]): string {
  const head = ['Host: localhost', `X-API-KEY: ${key}`, 'Connection: close', ...lines];
  return `${head.join('\r\n')}\r\n\r\n`;
}

test.each([
  ['nonsense', 'nonsense\r\n\r\n', 400, 'BAD_USER_INPUT'],
  ['a binary greeting', '\x16\x03\x01\x02\x00\x01\x00', 400, 'BAD_USER_INPUT'],
  ['an unknown method', 'FETCH / HTTP/1.1\r\nHost: x\r\n\r\n', 400, 'BAD_USER_INPUT'],
  ['a blank in the target', 'GET /a b HTTP/1.1\r\nHost: x\r\n\r\n', 400, 'BAD_USER_INPUT'],
  ['a bare line feed', 'GET / HTTP/1.1\nHost: x\r\nA: b\n\n', 400, 'BAD_USER_INPUT'],
  ['a folded header', 'GET / HTTP/1.1\r\nHost: x\r\nA: b\r\n c\r\n\r\n', 400, 'BAD_USER_INPUT'],
  ['NUL in a header', 'GET / HTTP/1.1\r\nHost: x\r\nA: \0\r\n\r\n', 400, 'BAD_USER_INPUT'],
  [
    'a length and chunks',
    'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    400,
    'BAD_USER_INPUT',
  ],
  [
    'two lengths',
    'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n',
    400,
    'BAD_USER_INPUT',
  ],
  ['no host', 'GET /hello HTTP/1.1\r\nConnection: close\r\n\r\n', 400, 'BAD_USER_INPUT'],
  [
    'two hosts in HTTP/1.0',
    'GET /hello HTTP/1.0\r\nHost: x\r\nHost: y\r\n\r\n',
    400,
    'BAD_USER_INPUT',
  ],
  ...[
    'Host: x\r\nhost: x',
    'Host: x\r\nAuthorization: Bearer a\r\nauthorization: Bearer b',
    ...['a b', 'a/b', 'user@x', 'x:port', '[::1', 'x, y:1', 'é'].map((host) => `Host: ${host}`),
  ].map((lines): [string, string, number, string] => [
    `the lines ${lines}`,
    `GET /hello HTTP/1.1\r\n${lines}\r\nConnection: close\r\n\r\n`,
    400,
    'BAD_USER_INPUT',
  ]),
  [
    'giant headers',
    `GET / HTTP/1.1\r\nHost: x\r\nA: ${'a'.repeat(50_000)}\r\n\r\n`,
    431,
    'REQUEST_TOO_LARGE',
  ],
  [
    'a giant URL',
    `GET /${'a'.repeat(1_000_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
    431,
    'REQUEST_TOO_LARGE',
  ],
  [
    'a long URL',
    `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
    414,
    'REQUEST_TOO_LARGE',
  ],
  [
    'an unknown expectation',
    'GET /hello HTTP/1.1\r\nHost: x\r\nExpect: magic\r\nConnection: close\r\n\r\n',
    417,
    'BAD_USER_INPUT',
  ],
])('createServer answers %s with a problem', async (_, bytes, status, code) => {
  const { app } = await httpServer({ routes: [route] });

  const { head, body, ...answer } = firstAnswer(await exchangeBytes(await listen(app), bytes));

  expect(answer.status).toBe(status);
  expect(head.toLowerCase()).toContain('content-type: application/problem+json');
  expect(head.toLowerCase()).toContain('connection: close');
  const { requestId, ...problem } = JSON.parse(body);
  expect(head.toLowerCase()).toContain(`x-request-id: ${requestId}`);
  expect(problem).toMatchObject({ status, code, error: { code: status } });
});

test('createServer answers requests on one connection until one is broken, and none after it', async () => {
  const { app, key } = await httpServer({ routes: [route] });
  const good = `GET /hello HTTP/1.1\r\nHost: x\r\nX-API-KEY: ${key}\r\n\r\n`;
  const port = await listen(app);

  const smuggled = `POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`;
  const socket = connect(port, '127.0.0.1');
  let received = '';
  const closed = new Promise((resolve) => socket.on('close', resolve).on('error', () => {}));
  socket.on('data', (chunk) => {
    received += chunk.toString();
    if (received.endsWith('hello')) socket.write(smuggled + good);
  });
  socket.write(good);
  await closed;

  expect(received.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 400']);
});

test('createServer never answers an earlier request with the refusal of a later one', async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const slow: FastifyPluginAsync = async (app) => {
    app.get('/slow', async () => {
      await released;
      return 'slow';
    });
  };
  const { app, key } = await httpServer({ routes: [slow] });

  const request = `GET /slow HTTP/1.1\r\nHost: x\r\nX-API-KEY: ${key}\r\n\r\n`;
  const received = await exchangeBytes(await listen(app), `${request}nonsense\r\n\r\n`);
  release();

  expect(received).toBe('');
});

test.each([
  ['HTTP/1.0 without a host', (key: string) => `GET /hello HTTP/1.0\r\nX-API-KEY: ${key}\r\n\r\n`],
  [
    'the absolute form',
    (key: string) => `GET http://example.com:80/hello HTTP/1.1\r\n${closing(key)}`,
  ],
  ['a base URL that ends in a slash', (key: string) => `GET //hello HTTP/1.1\r\n${closing(key)}`],
  [
    'the same in the absolute form',
    (key: string) => `GET http://example.com//hello HTTP/1.1\r\n${closing(key)}`,
  ],
  [
    'an expectation that is met',
    (key: string) => `GET /hello HTTP/1.1\r\n${closing(key, 'Expect: 100-continue')}`,
  ],
])('createServer answers %s', async (_, bytes) => {
  const { app, key } = await httpServer({ routes: [route] });

  const received = await exchangeBytes(await listen(app), bytes(key));

  expect(received).toMatch(/HTTP\/1\.1 200 OK/);
  expect(received.endsWith('hello')).toBe(true);
});

test.each(['localhost', '127.0.0.1:4000', '[::1]:80', 'a-b.example.', ''])(
  'createServer takes the host %j',
  async (host) => {
    const { app, key } = await httpServer({ routes: [route] });
    const head = `Host: ${host}\r\nX-API-KEY: ${key}\r\nConnection: close`;

    const received = await exchangeBytes(
      await listen(app),
      `GET /hello HTTP/1.1\r\n${head}\r\n\r\n`,
    );

    expect(firstAnswer(received).status).toBe(200);
  },
);

test.each([
  ['GET without a key', 'GET /hello HTTP/1.1\r\nHost: x\r\n\r\n', 401],
  ['GET of an unknown path', 'GET /nowhere HTTP/1.1\r\nHost: x\r\nX-API-KEY: SECRET\r\n\r\n', 404],
  ['GET without a host', 'GET /hello HTTP/1.1\r\n\r\n', 400],
  ['GET with a bad escape', 'GET /%zz HTTP/1.1\r\nHost: x\r\n\r\n', 400],
  ['DELETE', 'DELETE /hello HTTP/1.1\r\nHost: x\r\nX-API-KEY: SECRET\r\n\r\n', 405],
  ['POST with a small body', 'POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}', 401],
])('createServer keeps the connection of a refused %s', async (_, bytes, status) => {
  const { app, key } = await httpServer({ routes: [route] });
  const last = `GET /hello HTTP/1.1\r\n${closing(key)}`;

  const received = await exchangeBytes(await listen(app), bytes.replace('SECRET', key) + last);

  expect(received.match(/HTTP\/1\.1 \d+/g)).toEqual([`HTTP/1.1 ${status}`, 'HTTP/1.1 200']);
  expect(received.endsWith('hello')).toBe(true);
});

test('createServer closes the connection of a refused request whose body may have no end', async () => {
  const { app } = await httpServer({ routes: [route] });
  const bytes = 'POST /echo HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{\r\n';

  const { status, head } = firstAnswer(await exchangeBytes(await listen(app), bytes));

  expect(status).toBe(401);
  expect(head.toLowerCase()).toContain('connection: close');
});

test('createServer refuses a body that is too large before it is sent, and closes', async () => {
  const { app, key } = await httpServer({ routes: [route] });
  const port = await listen(app);
  const headers = ['Content-Type: application/json', 'Content-Length: 10000000000'];
  const head = [`X-API-KEY: ${key}`, 'Host: x', ...headers].join('\r\n');

  const accepted = await exchangeBytes(port, `POST /echo HTTP/1.1\r\n${head}\r\n\r\n{`);
  const refused = await exchangeBytes(
    port,
    `POST /echo HTTP/1.1\r\nHost: x\r\n${headers.join('\r\n')}\r\n\r\n{`,
  );

  expect(firstAnswer(accepted).status).toBe(413);
  expect(firstAnswer(refused).status).toBe(401);
});

const IMPATIENT = {
  ...LIMITS,
  headersTimeoutMs: 150,
  requestTimeoutMs: 200,
  checkIntervalMs: 50,
};

test.each([
  ['headers', 'GET /hello HTTP/1.1\r\nHost: x\r\n'],
  [
    'body',
    'POST /echo HTTP/1.1\r\nHost: x\r\nX-API-KEY: SECRET\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{',
  ],
])('createServer closes on a client that is slow to send its %s', async (_, bytes) => {
  const { app, key } = await httpServer({ routes: [route], limits: IMPATIENT });

  const received = await exchangeBytes(await listen(app), bytes.replace('SECRET', key));

  expect(firstAnswer(received).status).toBe(408);
});

test('createServer closes on a client that takes nothing of its answer', async () => {
  const limits = { ...IMPATIENT, stalledAnswerMs: 1_000 };
  const { app, key } = await httpServer({ routes: [route], limits });
  const socket = connect(await listen(app), '127.0.0.1');
  const left = new Promise<number>((resolve) => {
    app.server.once('request', (request) => {
      const start = performance.now();
      request.socket.once('close', () => resolve(performance.now() - start));
    });
  });

  socket.write(`GET /large HTTP/1.1\r\n${closing(key)}`);
  socket.pause();

  // Node alone would take twice the limit, since the first bytes find room in the kernel.
  expect(await left).toBeLessThan(1_900);
  socket.destroy();
});

test('createServer makes room for a new connection when all are idle', async () => {
  const { app, key } = await httpServer({
    routes: [route],
    limits: { ...LIMITS, maxConnections: 2 },
  });
  const port = await listen(app);
  const good = `GET /hello HTTP/1.1\r\nHost: x\r\nX-API-KEY: ${key}\r\n\r\n`;
  const idle = [1, 2].map(() => connect(port, '127.0.0.1'));
  for (const socket of idle) {
    socket.write(good);
    await new Promise((resolve) => socket.once('data', resolve));
  }

  await exchangeBytes(port, `GET /hello HTTP/1.1\r\n${closing(key)}`);
  const second = await exchangeBytes(port, `GET /hello HTTP/1.1\r\n${closing(key)}`);

  expect(firstAnswer(second).status).toBe(200);
});

test('createServer drops connections past the limit', async () => {
  const { app, key } = await httpServer({
    routes: [route],
    limits: { ...LIMITS, maxConnections: 1 },
  });
  const port = await listen(app);
  const busy = connect(port, '127.0.0.1');
  busy.write('GET /hello HTTP/1.1\r\n');
  const open = () =>
    new Promise<number>((resolve) => app.server.getConnections((_, count) => resolve(count)));
  await expect.poll(open).toBe(1);

  const dropped = await exchangeBytes(port, `GET /hello HTTP/1.1\r\n${closing(key)}`);

  expect(dropped).toBe('');
  busy.destroy();
});
