// Made from the schema by `npm run codegen`.

/**
 * Types whose objects have no identity: what an `id` stands for depends on the arguments that led to it, such as the
 * project and `redactPii`. Their objects live where they were asked for.
 */
const EMBEDDED = [
  'AuthLog',
  'AuthLogMetadata',
  'AuthLogMetadataAuthEvent',
  'AuthLogMetadataAuthEventTraits',
  'AuthLogsResult',
  'EdgeLog',
  'EdgeLogMetadata',
  'EdgeLogMetadataLogflareWorker',
  'EdgeLogMetadataRequest',
  'EdgeLogMetadataRequestCf',
  'EdgeLogMetadataRequestCfBotManagement',
  'EdgeLogMetadataRequestCfTlsClientAuth',
  'EdgeLogMetadataRequestCfTlsExportedAuthenticator',
  'EdgeLogMetadataRequestHeaders',
  'EdgeLogMetadataRequestSb',
  'EdgeLogMetadataRequestSbApikey',
  'EdgeLogMetadataRequestSbApikeyApikey',
  'EdgeLogMetadataRequestSbJwt',
  'EdgeLogMetadataRequestSbJwtApikey',
  'EdgeLogMetadataRequestSbJwtApikeyPayload',
  'EdgeLogMetadataRequestSbJwtAuthorization',
  'EdgeLogMetadataRequestSbJwtAuthorizationPayload',
  'EdgeLogMetadataResponse',
  'EdgeLogMetadataResponseHeaders',
  'EdgeLogsResult',
  'EndpointColumn',
  'EndpointParameter',
  'EndpointView',
  'FunctionEdgeLog',
  'FunctionEdgeLogMetadata',
  'FunctionEdgeLogMetadataRequest',
  'FunctionEdgeLogMetadataRequestHeaders',
  'FunctionEdgeLogMetadataRequestSb',
  'FunctionEdgeLogMetadataRequestSbApikey',
  'FunctionEdgeLogMetadataRequestSbApikeyApikey',
  'FunctionEdgeLogMetadataRequestSbJwt',
  'FunctionEdgeLogMetadataRequestSbJwtApikey',
  'FunctionEdgeLogMetadataRequestSbJwtApikeyPayload',
  'FunctionEdgeLogMetadataRequestSbJwtAuthorization',
  'FunctionEdgeLogMetadataRequestSbJwtAuthorizationPayload',
  'FunctionEdgeLogMetadataResponse',
  'FunctionEdgeLogMetadataResponseHeaders',
  'FunctionEdgeLogsResult',
  'FunctionLog',
  'FunctionLogMetadata',
  'FunctionLogsResult',
  'FunctionsInvocationStatsResult',
  'FunctionsInvocationStatsRow',
  'LogsAllResult',
  'LogsAllRow',
  'LogsAllViews',
  'PgbouncerLog',
  'PgbouncerLogMetadata',
  'PgbouncerLogsResult',
  'PostgresLog',
  'PostgresLogMetadata',
  'PostgresLogMetadataParsed',
  'PostgresLogsResult',
  'PostgrestLog',
  'PostgrestLogMetadata',
  'PostgrestLogsResult',
  'RealtimeLog',
  'RealtimeLogMetadata',
  'RealtimeLogMetadataContext',
  'RealtimeLogMetadataContextVm',
  'RealtimeLogMetadataMeasurements',
  'RealtimeLogsResult',
  'ResultMeta',
  'SandboxColumn',
  'SandboxResult',
  'StorageLog',
  'StorageLogMetadata',
  'StorageLogMetadataContext',
  'StorageLogMetadataError',
  'StorageLogMetadataReq',
  'StorageLogMetadataReqHeaders',
  'StorageLogMetadataRes',
  'StorageLogMetadataResHeaders',
  'StorageLogsResult',
  'UsageApiCountsResult',
  'UsageApiCountsRow',
];

/** Embedded types whose fields all take arguments: what several operations ask of one is kept together. */
const CONTAINERS = ['LogsAllViews'];

const noKey = () => null;

/** For Apollo Client: `new InMemoryCache({ typePolicies })`. */
export const typePolicies: Readonly<Record<string, { keyFields: false; merge?: true }>> = {
  ...Object.fromEntries(EMBEDDED.map((type) => [type, { keyFields: false }])),
  ...Object.fromEntries(CONTAINERS.map((type) => [type, { keyFields: false, merge: true }])),
};

/** For urql: `cacheExchange({ keys })` of Graphcache. */
export const keys: Readonly<Record<string, () => null>> = Object.fromEntries(
  EMBEDDED.map((type) => [type, noKey]),
);

/** For Relay: `new Environment({ getDataID, … })`. */
export function getDataID(value: { readonly id?: unknown }, typename: string): unknown {
  return Object.hasOwn(keys, typename) ? undefined : value.id;
}
