/**
 * `npm run bench -- tracing`: what a request costs with traces and without, in processor time. That it costs nothing
 * without is shown against a checkout that cannot trace: `node test/bench/tracing.ts ../other-checkout`. Servers are
 * asked in turns; figures are medians of the turns.
 */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { contestantsOf } from './cache/contestants.ts';
import { load, type ServerProcess, startServer } from './cache/server-process.ts';

const TURNS = 15;
const CONNECTIONS = 32;
const QUESTIONS = ['REST', 'GraphQL', 'REST, many', 'GraphQL, many'];
const SERVER = 'test/bench/cache/fieldstone-server.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const [other] = process.argv.slice(2);

function questionsTo(server: ServerProcess) {
  const others = { bare: server, fastify: server, yoga: server, mercurius: undefined };
  return contestantsOf({ fieldstone: server, ...others }, '').filter(({ name }) =>
    QUESTIONS.includes(name),
  );
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

const servers: Record<string, ServerProcess> = {
  without: await startServer(join(ROOT, SERVER), []),
  with: await startServer(join(ROOT, 'test/bench/tracing/traced-server.ts'), []),
  ...(other !== undefined && { other: await startServer(join(other, SERVER), []) }),
};
const entries = Object.entries(servers);

/** Microseconds of processor time for an answer, by server and question, a figure a turn. */
const costs = new Map<string, number[]>();
for (let turn = 0; turn <= TURNS; turn += 1) {
  // The first is another one in each turn: what comes after it may find a busier machine.
  for (let i = 0; i < entries.length; i += 1) {
    const [name = '', server] = entries[(i + turn) % entries.length] ?? [];
    for (const { name: question, text, status } of server ? questionsTo(server) : []) {
      const ms = turn === 0 ? 2_000 : 400;
      const task = { text, status, connections: CONNECTIONS, warmMs: 50, ms };
      const found = await load(
        join(ROOT, 'test/bench/cache/load.ts'),
        server as ServerProcess,
        task,
      );
      const key = `${name} ${question}`;
      // The first turn is for the compiler.
      if (turn > 0) costs.set(key, [...(costs.get(key) ?? []), 1e6 / found.perCpuSecond]);
    }
  }
}
for (const { child } of Object.values(servers)) child.kill();

/** The median over the turns of what one server took against another in the same turn. */
function ratio(question: string, of: string, to: string): string {
  const baseline = costs.get(`${to} ${question}`) ?? [];
  const ours = costs.get(`${of} ${question}`) ?? [];
  return median(ours.map((cost, turn) => cost / (baseline[turn] ?? Number.NaN))).toFixed(3);
}

for (const question of QUESTIONS) {
  const cost = median(costs.get(`without ${question}`) ?? []).toFixed(1);
  const against =
    other === undefined ? '' : `, ${ratio(question, 'without', 'other')} of the other checkout`;
  process.stdout.write(
    `  ${question.padEnd(14)} ${cost} µs without traces${against}; ${ratio(question, 'with', 'without')} times that with them\n`,
  );
}
