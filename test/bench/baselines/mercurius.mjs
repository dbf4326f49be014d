/** Mercurius with its cache, on our printed schema and the same rows; it needs another graphql than we have. */
import { readFileSync } from 'node:fs';
import fastify from 'fastify';
import mercurius from 'mercurius';
import cache from 'mercurius-cache';

const [schemaFile, rowsText] = process.argv.slice(2);
const key = 'fsk_mercurius';
const callers = new Map([[key, { keyId: 'mercurius' }]]);
const rows = JSON.parse(rowsText).map((row) => ({
  timestamp: new Date(row[0] / 1_000).toISOString().replace('Z', '000Z'),
  minExecutionTime: row[1],
  maxExecutionTime: row[2],
  avgExecutionTime: row[3],
  p95ExecutionTime: row[4],
  p99ExecutionTime: row[5],
  count: row[6],
  errorCount: row[7],
}));

const app = fastify();
app.addHook('onRequest', (request, reply, done) => {
  if (callers.has(request.headers['x-api-key'])) done();
  else reply.code(401).send();
});
await app.register(mercurius, {
  schema: readFileSync(schemaFile, 'utf8'),
  resolvers: {
    Query: {
      functionsInvocationStats: async () => ({
        rowCount: rows.length,
        truncated: false,
        rows,
      }),
    },
  },
  jit: 1,
});
await app.register(cache, { ttl: 900, policy: { Query: { functionsInvocationStats: true } } });
await app.listen({ host: '127.0.0.1', port: 0 });
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send({ cpu: (user + system) / 1e6 });
});
process.send({ port: app.server.address().port, key });
