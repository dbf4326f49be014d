/**
 * The GraphQL types that the schema of a project has, or may have, whatever its endpoints are called. A test compares
 * them with those of the schema, which is built above this.
 */
export const OWN_TYPES: readonly string[] = [
  'Boolean',
  'Bytes',
  'CacheStatus',
  'Date',
  'DateTime',
  'Endpoint',
  'EndpointColumn',
  'EndpointParameter',
  'EndpointResult',
  'EndpointView',
  'Float',
  'ID',
  'Int',
  'Int64',
  'Interval',
  'JSON',
  'LocalDateTime',
  'Numeric',
  'Query',
  'ResultMeta',
  'SafeInt',
  'SandboxColumn',
  'SandboxResult',
  'String',
  'Time',
];
