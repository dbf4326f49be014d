import { rmSync } from 'node:fs';
import type { TableFiles } from '../../src/engines/duckdb/tables/table-files.ts';
import type { Received } from '../support/bigquery/counters.ts';
import type { Rule } from '../support/bigquery/script.ts';
import { BigQueryServer } from '../support/bigquery/server.ts';
import { RedisProcess } from '../support/redis-process.ts';
import { freePort } from '../support/redis-server.ts';
import { FaultProxy } from './tools/fault-proxy.ts';
import { createWorld } from './world.ts';

/** The route of a question to BigQuery. */
export const SUBMIT = 'POST /queries';

/** A BigQuery and a Redis of this run, each behind a proxy. */
export class Backends {
  readonly bigquery: BigQueryServer;
  readonly redis: RedisProcess;
  readonly toBigQuery: FaultProxy;
  readonly toRedis: FaultProxy;
  /** The rows of BigQuery. */
  readonly store: TableFiles;

  private constructor(
    store: TableFiles,
    servers: Pick<Backends, 'bigquery' | 'redis' | 'toBigQuery' | 'toRedis'>,
  ) {
    this.store = store;
    this.bigquery = servers.bigquery;
    this.redis = servers.redis;
    this.toBigQuery = servers.toBigQuery;
    this.toRedis = servers.toRedis;
  }

  static async open(): Promise<Backends> {
    const store = await createWorld();
    const bigquery = await BigQueryServer.open({ store, requirePartitionFilter: true });
    const redis = new RedisProcess(await freePort(), ['--enable-debug-command', 'local']);
    await redis.start();
    return new Backends(store, {
      bigquery,
      redis,
      toBigQuery: await FaultProxy.open(Number(new URL(bigquery.url).port)),
      toRedis: await FaultProxy.open(redis.port),
    });
  }

  /** The variables of a replica that uses them. */
  get environment(): Readonly<Record<string, string>> {
    return {
      ENGINE: 'bigquery',
      BIGQUERY_PROJECT: this.bigquery.catalog.project,
      BIGQUERY_DATASET: 'logs',
      BIGQUERY_API_ENDPOINT: `http://127.0.0.1:${this.toBigQuery.port}`,
      // Else the start looks for a machine's credentials for some seconds.
      METADATA_SERVER_DETECTION: 'none',
      REDIS_URL: `redis://127.0.0.1:${this.toRedis.port}`,
    };
  }

  /** What happens to questions from now on. */
  script(reply: Rule['reply'], more: Partial<Rule> = {}): void {
    this.bigquery.script([{ match: SUBMIT, reply, ...more }]);
  }

  /** Nothing is wrong any more. */
  async heal(): Promise<void> {
    this.bigquery.script([]);
    this.bigquery.pageRows = undefined;
    this.redis.thaw();
    if (!this.redis.isRunning) await this.redis.start();
    await this.toBigQuery.pass();
    await this.toRedis.pass();
  }

  /** Jobs that were begun for questions about a project: tries of one question have one request id. */
  jobsOf(project: string): number {
    return new Set(this.#submissions(project).map((body) => body.requestId)).size;
  }

  /** Submissions of questions about a project, with their retries. */
  submissionsOf(project: string): number {
    return this.#submissions(project).length;
  }

  async close(): Promise<void> {
    await this.toBigQuery.close();
    await this.toRedis.close();
    await this.redis.kill();
    await this.bigquery.close();
    rmSync(this.store.dataDir, { recursive: true, force: true });
  }

  #submissions(project: string): readonly { readonly requestId: unknown }[] {
    const isOf = ({ route, body }: Received) =>
      route === SUBMIT && JSON.stringify(body).includes(`"${project}"`);
    return this.bigquery.counters.log.filter(isOf).map(({ body }) => Object(body));
  }
}
