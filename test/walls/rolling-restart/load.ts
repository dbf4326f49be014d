import { Agent, request } from 'node:http';

const CLIENTS = 16;

/** What became of a load. */
export interface LoadReport {
  answered: number;
  /** How requests failed, and how often. */
  readonly failures: Map<string, number>;
}

/** Asks a gateway over and over, cached questions and others, with and without a body, until it is told to stop. */
export class Load {
  readonly report: LoadReport = { answered: 0, failures: new Map() };
  readonly #port: number;
  readonly #key: string;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });
  readonly #clients: readonly Promise<void>[];
  #isOver = false;
  #asked = 0;

  constructor(port: number, key: string) {
    this.#port = port;
    this.#key = key;
    this.#clients = Array.from({ length: CLIENTS }, () => this.#askOn());
  }

  /** Resolves when so many requests were answered. */
  async reaches(count: number): Promise<void> {
    while (this.report.answered < count) await new Promise((resolve) => setTimeout(resolve, 50));
  }

  async stop(): Promise<LoadReport> {
    this.#isOver = true;
    await Promise.all(this.#clients);
    this.#agent.destroy();
    return this.report;
  }

  async #askOn(): Promise<void> {
    while (!this.#isOver) {
      const failure = await this.#ask(++this.#asked);
      this.report.answered += 1;
      if (failure === undefined) continue;
      this.report.failures.set(failure, (this.report.failures.get(failure) ?? 0) + 1);
      // A failure comes at once: without a pause a moment of them would be counted a thousand times.
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }

  #ask(n: number): Promise<string | undefined> {
    const path =
      n % 10 === 0
        ? '/api/endpoints/query/logs.all?project=demo&project_tier=PRO'
        : `/api/endpoints/query/usage.api-counts?project=p${n % 5}`;
    const { promise, resolve } = Promise.withResolvers<string | undefined>();
    const asked = request({
      host: '127.0.0.1',
      port: this.#port,
      agent: this.#agent,
      method: 'POST',
      path,
      headers: { 'x-api-key': this.#key, 'content-type': 'application/json' },
    });
    asked.on('error', (error) => resolve(String(error)));
    asked.on('response', (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      answer.on('error', (error) => resolve(String(error)));
      answer.on('end', () =>
        resolve(answer.statusCode === 200 ? undefined : `${answer.statusCode} ${text}`),
      );
    });
    asked.end(JSON.stringify({ interval: 'hourly' }));
    return promise;
  }
}
