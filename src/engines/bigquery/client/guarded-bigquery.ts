import { BigQuery } from '@google-cloud/bigquery';

type Request = Parameters<BigQuery['request']>;

/**
 * Google's client, but for answers that are no resource.
 *
 * It reads members of what it is answered without looking whether they are there, in callbacks whose rejections nobody
 * handles: a job without `status`, or a table without an id, would end the process.
 */
export class GuardedBigQuery extends BigQuery {
  override request(options: Request[0], callback: Request[1]): void {
    super.request(options, (...answer) => {
      Promise.try(() => callback(...answer)).catch((cause) => callback(new BrokenAnswer(cause)));
    });
  }
}

/** An answer that does not say what was asked for. */
export class BrokenAnswer extends Error {
  override name = 'BrokenAnswer' as const;

  constructor(cause: unknown) {
    super('The answer is not the resource that was asked for', { cause });
  }
}
