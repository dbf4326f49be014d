import { BigQuery } from '@google-cloud/bigquery';
import { BigQueryError } from './bigquery-error.ts';

type Request = Parameters<BigQuery['request']>;

/**
 * Google's client, protected against malformed answers.
 *
 * The library accesses members of an answer unchecked, in callbacks whose rejections are not handled: a job without
 * `status`, or a table without an id, would end the process.
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
