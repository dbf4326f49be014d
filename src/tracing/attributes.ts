/**
 * The names of span attributes: OpenTelemetry's semantic conventions where they have one. Values come from our own
 * declarations, counts and ids, never from an argument, a statement, a key or the name of a table.
 */
export const ATTRIBUTES = {
  method: 'http.request.method',
  route: 'http.route',
  path: 'url.path',
  scheme: 'url.scheme',
  status: 'http.response.status_code',
  errorType: 'error.type',
  operationName: 'graphql.operation.name',
  database: 'db.system.name',
  returnedRows: 'db.response.returned_rows',
  interface: 'fieldstone.interface',
  endpoint: 'fieldstone.endpoint',
  /** `stored`, `view` or `sandbox`. */
  query: 'fieldstone.query',
  keyId: 'fieldstone.key_id',
  /** The stable code of an error, also of one that is the caller's and so no fault of the span. */
  code: 'fieldstone.code',
  cacheStatus: 'fieldstone.cache_status',
  rows: 'fieldstone.rows',
  bytesBilled: 'fieldstone.bytes_billed',
  jobId: 'fieldstone.job_id',
  isStreamed: 'fieldstone.streamed',
} as const;
