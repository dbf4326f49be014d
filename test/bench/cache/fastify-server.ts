/** Fastify with a key, the headers and the log line of an answer, and nothing else: the most that any handler on it could reach. */
import fastify, { LogController } from 'fastify';
import { LogStream } from '../../../src/server/logging/log-stream.ts';
import { createLogger } from '../../../src/server/logging/logger.ts';
import { tellReady } from './ready.ts';

const key = 'fsk_fastify';
const callers = new Map([[key, { keyId: 'fastify' }]]);
const body = Buffer.from(process.argv[2] ?? '');
/** As many as our answers have. */
const HEADERS = {
  'Content-Type': 'application/json; charset=utf-8',
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'Age, Cache-Status, ETag, RateLimit, RateLimit-Policy',
  'RateLimit-Policy': '"default";q=6000;w=60',
  RateLimit: '"default";r=5999;t=60',
  'Server-Timing': 'queue;dur=0, encode;dur=0',
};

const app = fastify({
  loggerInstance: createLogger('info', new LogStream()),
  logController: new LogController({ disableRequestLogging: true }),
});
app.removeAllContentTypeParsers();
app.addContentTypeParser('*', { parseAs: 'buffer' }, (_, bytes, done) => done(null, bytes));
app.addHook('onRequest', (request, reply, done) => {
  if (!callers.has(String(request.headers['x-api-key']))) reply.code(401).send();
  else done();
});
app.addHook('onResponse', (request, reply, done) => {
  const { method, url } = request;
  request.log.info(
    { method, path: url, status: reply.statusCode, ms: reply.elapsedTime },
    'request',
  );
  done();
});
app.all('/*', (request, reply) => {
  reply.header('X-Request-Id', request.id).headers(HEADERS).send(body);
});
await app.listen({ host: '127.0.0.1', port: 0 });
tellReady(app.server, key);
