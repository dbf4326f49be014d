import { BigQuery } from '@google-cloud/bigquery';
import { BigQueryError } from './bigquery-error.ts';

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
      Promise.try(() => callback(...answer)).catch((cause) =>
        callback(BigQueryError.from('brokenAnswer', cause)),
      );
    });
  }
}
