import { defineEndpoint } from '../../endpoint/endpoint.ts';

const SECOND = 1_000_000n;

/** The window and the bucket of each interval, in seconds. */
const INTERVALS: Readonly<Record<string, { readonly window: bigint; readonly bucket: bigint }>> = {
  '5min': { window: 300n, bucket: 1n },
  '15min': { window: 900n, bucket: 60n },
  '1hr': { window: 3_600n, bucket: 60n },
  '1day': { window: 86_400n, bucket: 3_600n },
  '7day': { window: 604_800n, bucket: 86_400n },
};

const DAY = { window: 86_400n, bucket: 3_600n };

export default defineEndpoint({
  id: '72d0dd4c-200e-455f-8fd0-5d750e82d770',
  parameters: {
    project: {
      type: 'STRING!',
      description: 'Project reference; only invocations of this project are counted.',
      example: 'demo',
      emptyIsAbsent: true,
    },
    interval: {
      type: 'STRING!',
      description: 'The window that ends now; it decides the size of the buckets.',
      example: '15min',
      values: {
        '5min': 'FIVE_MINUTES',
        '15min': 'FIFTEEN_MINUTES',
        '1hr': 'ONE_HOUR',
        '1day': 'ONE_DAY',
        '7day': 'SEVEN_DAYS',
      },
      fallback: '1day',
    },
    function_id: {
      type: 'STRING',
      description: 'Function identifier; without it all functions of the project are included.',
      emptyIsAbsent: true,
    },
  },
  tenant: { parameter: 'project', match: 'equal' },
  derive: {
    uses: ['interval'],
    parameters: {
      first_bucket: 'TIMESTAMP!',
      last_bucket: 'TIMESTAMP!',
      window_end: 'TIMESTAMP!',
      bucket_seconds: 'INT64!',
    },
    compute({ interval }, now) {
      const { window, bucket } = INTERVALS[interval] ?? DAY;
      const size = bucket * SECOND;
      const truncate = (micros: bigint) => micros - (((micros % size) + size) % size);
      const lastBucket = truncate(now);
      return {
        first_bucket: truncate(now - window * SECOND),
        last_bucket: lastBucket,
        window_end: lastBucket + size,
        bucket_seconds: bucket,
      };
    },
  },
  columns: {
    timestamp: { description: 'Start of the bucket.' },
    min_execution_time: {
      description: 'Minimum execution time in the bucket, in milliseconds.',
    },
    max_execution_time: {
      description: 'Maximum execution time in the bucket, in milliseconds.',
    },
    avg_execution_time: {
      description: 'Average execution time in the bucket, in milliseconds.',
    },
    p95_execution_time: {
      description: '95th percentile of the execution time in milliseconds, approximate.',
    },
    p99_execution_time: {
      description: '99th percentile of the execution time in milliseconds, approximate.',
    },
    count: { description: 'Number of invocation records in the bucket.' },
    error_count: {
      description: 'Number of invocations whose response status code is 400 or above.',
    },
  },
  settings: {
    cacheSeconds: 900,
    warmSeconds: 300,
    sandbox: true,
    shape: false,
  },
});
