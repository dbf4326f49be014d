import { BigQuery } from '@google-cloud/bigquery';

type Request = Parameters<BigQuery['request']>;

/**
 * Google's client, but for answers that are no resource.
 *
 * It reads `status` of every job that it is answered without looking whether there is one, in a callback whose
 * rejection nobody handles: such an answer would end the process.
 */
export class GuardedBigQuery extends BigQuery {
  override request(options: Request[0], callback: Request[1]): void {
    super.request(options, (error, body, response) => {
      const isJob = typeof body?.status === 'object' && body.status !== null;
      const isBroken = !error && options.uri === '/jobs' && !isJob;
      callback(isBroken ? new BrokenAnswer() : error, body, response);
    });
  }
}

/** An answer that says nothing of what was asked for. */
export class BrokenAnswer extends Error {
  override name = 'BrokenAnswer' as const;

  constructor() {
    super('The answer is no job');
  }
}
