/**
 * Asks over and over on connections that stay open; prints what was measured as JSON. In the text `QQQ` stands for the
 * number of a question, 000 to 999 in turn, and `RRRRRRRR` for the number of the request.
 */
import { connect } from 'node:net';

interface Task {
  readonly port: number;
  /** The request, head and body. */
  readonly text: string;
  readonly status: number;
  readonly connections: number;
  readonly warmMs: number;
  readonly ms: number;
}

const task = JSON.parse(process.argv[2] ?? '') as Task;
const request = Buffer.from(task.text);
const questionAt = request.indexOf('QQQ');
const numberAt = request.indexOf('RRRRRRRR');
let asked = 0;
const latencies: number[] = [];
let answers = 0;
const begin = performance.now() + task.warmMs;
const end = begin + task.ms;

async function ask(): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const socket = connect({ port: task.port, host: '127.0.0.1', noDelay: true });
  let sent = 0;
  let missing = 0;
  const send = () => {
    const next = nextRequest();
    sent = performance.now();
    socket.write(next);
  };
  socket.on('connect', send);
  socket.on('error', reject);
  socket.on('data', (chunk) => {
    missing = missing > 0 ? missing - chunk.length : restOf(chunk);
    if (missing > 0) return;
    answers += 1;
    const now = performance.now();
    if (sent >= begin && now < end) latencies.push(now - sent);
    if (now < end) send();
    else {
      socket.destroy();
      resolve();
    }
  });
  return promise;
}

function nextRequest(): Buffer {
  if (questionAt < 0) return request;
  const next = Buffer.from(request);
  next.write(String(asked % 1_000).padStart(3, '0'), questionAt);
  if (numberAt >= 0) next.write(String(asked).padStart(8, '0'), numberAt);
  asked += 1;
  return next;
}

/** How many bytes of an answer are still to come; the head is small and comes at once. */
function restOf(chunk: Buffer): number {
  const headEnd = chunk.indexOf('\r\n\r\n');
  const head = chunk.toString('latin1', 0, headEnd);
  if (!head.startsWith(`HTTP/1.1 ${task.status}`)) throw new Error(head);
  const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
  return headEnd + 4 + length - chunk.length;
}

await Promise.all(Array.from({ length: task.connections }, ask));
latencies.sort((left, right) => left - right);
const at = (share: number) => latencies[Math.floor(latencies.length * share)] ?? Number.NaN;
process.stdout.write(
  JSON.stringify({
    answers,
    perSecond: latencies.length / (task.ms / 1_000),
    p50: at(0.5),
    p99: at(0.99),
  }),
);
