import { defineEndpoint } from '../../endpoint/endpoint.ts';

const SECOND = 1_000_000n;

/** The window and the bucket of each interval, in seconds. */
const INTERVALS: Readonly<Record<string, { readonly window: bigint; readonly bucket: bigint }>> = {
  minutely: { window: 3_600n, bucket: 60n },
  hourly: { window: 3_600n, bucket: 3_600n },
  daily: { window: 604_800n, bucket: 86_400n },
};

const HOUR = { window: 3_600n, bucket: 3_600n };

export default defineEndpoint({
  id: '873a438b-b846-43ca-bb06-ac94ae1f848c',
  parameters: {
    project: {
      type: 'STRING!',
      description: "Regular expression (RE2) that a request's URL must contain to be counted.",
      example: 'demo',
      emptyIsAbsent: true,
    },
    interval: {
      type: 'STRING!',
      description: 'The window that ends now; it decides the size of the buckets.',
      example: 'minutely',
      values: { minutely: 'MINUTELY', hourly: 'HOURLY', daily: 'DAILY' },
    },
  },
  tenant: { parameter: 'project', match: 'pattern' },
  derive: {
    uses: ['interval'],
    parameters: { window_start: 'TIMESTAMP!', window_end: 'TIMESTAMP!', bucket_seconds: 'INT64!' },
    compute({ interval }, now) {
      const { window, bucket } = INTERVALS[interval] ?? HOUR;
      return { window_start: now - window * SECOND, window_end: now, bucket_seconds: bucket };
    },
  },
  columns: {
    timestamp: { scalar: 'DateTime', description: 'Start of the bucket, in UTC.' },
    total_rest_requests: {
      description: 'Requests whose path contains `/rest`.',
    },
    total_storage_requests: {
      description: 'Requests whose path contains `/storage`.',
    },
    total_auth_requests: {
      description: 'Requests whose path contains `/auth`.',
    },
    total_realtime_requests: {
      description: 'Requests whose path contains `/realtime`.',
    },
  },
  settings: {
    cacheSeconds: 900,
    warmSeconds: 300,
    sandbox: true,
    shape: false,
  },
});
