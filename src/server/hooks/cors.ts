import type { FastifyCorsOptions } from '@fastify/cors';

/** What browsers of the configured origins may send and read; never with credentials. */
export function corsOptions(origins: readonly string[]): FastifyCorsOptions {
  return {
    origin: origins.includes('*') ? '*' : [...origins],
    methods: ['GET', 'HEAD', 'POST'],
    allowedHeaders: [
      'Accept',
      'Authorization',
      'Content-Type',
      'X-API-KEY',
      'SVC-ENDPOINT-REDACT-PII',
      'LF-ENDPOINT-REDACT-PII',
      'If-None-Match',
      'traceparent',
      'tracestate',
    ],
    exposedHeaders: [
      'Age',
      'Allow',
      'Cache-Status',
      'ETag',
      'Fieldstone-Truncated',
      'RateLimit',
      'RateLimit-Policy',
      'Retry-After',
      'WWW-Authenticate',
      'X-Request-Id',
    ],
    maxAge: 3_600,
    // An OPTIONS request without the preflight headers asks what the path can do, and gets the same answer.
    strictPreflight: false,
  };
}
