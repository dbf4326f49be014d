import { fileURLToPath } from 'node:url';
import { type ServerProcess, startServer } from '../bench/cache/server-process.ts';
import { type Bomb, isRefusal } from './bad-input/bomb.ts';
import { BOMBS } from './bad-input/bombs.ts';
import { Client } from './bad-input/client.ts';
import { limitFor } from './part.ts';

/** What a bomb may take of the server's processor, at its best: a busy machine takes what time it likes. */
const MAX_CPU_MS = 20;

/** What nine of ten answers to another client may take meanwhile. */
const MAX_VICTIM_MS = 50;

const SERVER = fileURLToPath(new URL('./bad-input/server.ts', import.meta.url));

/** An honest question between the bombs. */
const VICTIM: Bomb = {
  name: 'an honest question',
  method: 'POST',
  path: '/graphql',
  type: 'application/json',
  body: '{"query":"{ __typename }"}',
};

/** Input that is made to break the service is refused at little cost, and another client does not notice. */
export const badInput = {
  name: 'bad-input',
  async run({ long }: { readonly long: boolean }): Promise<string> {
    const server = await startServer(SERVER, []);
    try {
      return await throwBombs(server, long);
    } finally {
      server.child.kill();
    }
  },
};

async function throwBombs(server: ServerProcess, long: boolean): Promise<string> {
  const rounds = long ? 50 : 5;
  const maxVictimMs = limitFor(MAX_VICTIM_MS, { long });
  const maxCpuMs = limitFor(MAX_CPU_MS, { long });
  const client = new Client(server);
  const victim = new Victim(new Client(server));
  for (let i = 0; i < 200; i += 1) await client.ask(VICTIM);
  const watched = victim.askUntilStopped();
  const lines: string[] = [];
  const failures: string[] = [];
  for (const [name, bombs] of Object.entries(BOMBS)) {
    const costs = [];
    for (const bomb of bombs) costs.push(await costOf(client, bomb, { rounds, maxCpuMs }));
    failures.push(...costs.flatMap(({ failure }) => failure ?? []));
    const cpu = costs.reduce((left, right) => (right.cpuMs > left.cpuMs ? right : left));
    const time = Math.max(...costs.map(({ ms }) => ms));
    lines.push(
      `${name}: ${bombs.length} refused, the worst in ${time.toFixed(1)} ms and ${cpu.cpuMs.toFixed(1)} ms of processor time (${cpu.name})`,
    );
  }
  victim.stop();
  await watched;
  client.close();
  const { p50, p90, worst } = victim.times();
  if (p90 > maxVictimMs) failures.push(`another client waited ${p90.toFixed(1)} ms (p90)`);
  if (failures.length > 0) throw new Error(failures.join('\n'));
  const answers = `another client's answers: p50 ${p50.toFixed(1)} ms, p90 ${p90.toFixed(1)} ms, worst ${worst.toFixed(1)} ms`;
  return [...lines, answers].join('\n');
}

interface Cost {
  readonly name: string;
  readonly ms: number;
  readonly cpuMs: number;
  readonly failure?: string;
}

/** The least of several rounds, each with another text where that is possible: what was parsed once is kept. */
async function costOf(
  client: Client,
  bomb: Bomb,
  { rounds, maxCpuMs }: { readonly rounds: number; readonly maxCpuMs: number },
): Promise<Cost> {
  let ms = Number.POSITIVE_INFINITY;
  let cpuMs = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round += 1) {
    const before = await client.cpuMs();
    const { status, body, ...outcome } = await client.ask(varied(bomb, round));
    cpuMs = Math.min(cpuMs, (await client.cpuMs()) - before);
    ms = Math.min(ms, outcome.ms);
    if (!isRefusal(status, body)) {
      const failure = `${bomb.name} was answered with ${status}: ${body.slice(0, 200)}`;
      return { name: bomb.name, ms, cpuMs, failure };
    }
  }
  const failure = cpuMs > maxCpuMs ? `${bomb.name} took ${cpuMs.toFixed(1)} ms` : undefined;
  return { name: bomb.name, ms, cpuMs, ...(failure && { failure }) };
}

function varied(bomb: Bomb, round: number): Bomb {
  if (bomb.body === undefined) return bomb;
  return { ...bomb, body: bomb.body.replace(/^\{"(query|sql)":"/, `$&${' '.repeat(round)}`) };
}

/** Asks one honest question after the other and keeps how long each took. */
class Victim {
  readonly #client: Client;
  readonly #times: number[] = [];
  #isStopped = false;

  constructor(client: Client) {
    this.#client = client;
  }

  async askUntilStopped(): Promise<void> {
    while (!this.#isStopped) {
      const { status, ms } = await this.#client.ask(VICTIM);
      if (status !== 200) throw new Error(`An honest question was answered with ${status}`);
      this.#times.push(ms);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    this.#client.close();
  }

  stop(): void {
    this.#isStopped = true;
  }

  times(): { readonly p50: number; readonly p90: number; readonly worst: number } {
    const sorted = this.#times.toSorted((left, right) => left - right);
    const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
    return { p50: at(0.5), p90: at(0.9), worst: at(1) };
  }
}
