/** The least that a server in Node can do for a key and bytes. */
import { createServer } from 'node:http';
import { tellReady } from './ready.ts';

const key = 'fsk_bare';
const callers = new Map([[key, { keyId: 'bare' }]]);
const body = Buffer.from(process.argv[2] ?? '');

const server = createServer((request, response) => {
  const caller = callers.get(request.headers['x-api-key']?.toString() ?? '');
  if (!caller) {
    response.writeHead(401).end();
    return;
  }
  const answer = () => {
    response.writeHead(200, {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': body.length,
    });
    response.end(body);
  };
  // A body is read and ignored.
  if (request.method === 'POST') request.resume().once('end', answer);
  else answer();
});
server.listen(0, '127.0.0.1', () => tellReady(server, key));
