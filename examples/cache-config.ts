// Made from the schema by `npm run codegen`.

/** Answers of endpoints. Each is one object, so that none is completed with rows or columns of another one. */
const ANSWERS = [
  'AuthAuditLogsResult',
  'AuthLogsResult',
  'EdgeLogsResult',
  'EtlReplicationLogsResult',
  'FunctionEdgeLogsResult',
  'FunctionLogsResult',
  'FunctionsInvocationStatsResult',
  'LogsAllResult',
  'MultigresLogsResult',
  'PgCronLogsResult',
  'PgUpgradeLogsResult',
  'PgbouncerLogsResult',
  'PostgresLogsResult',
  'PostgrestLogsResult',
  'RealtimeLogsResult',
  'SandboxResult',
  'StorageLogsResult',
  'SupavisorLogsResult',
  'UsageApiCountsResult',
  'WorkflowRunLogsResult',
];

/**
 * Types whose objects have no identity: what an `id` stands for depends on the arguments that led to it, such as the
 * project and `redactPii`. Their objects live where they were asked for.
 */
const EMBEDDED = [
  'AuthAuditLog',
  'AuthAuditLogMetadata',
  'AuthAuditLogMetadataAuthAuditEvent',
  'AuthLog',
  'AuthLogMetadata',
  'AuthLogMetadataAuthEvent',
  'AuthLogMetadataAuthEventTraits',
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
  'EndpointColumn',
  'EndpointParameter',
  'EndpointView',
  'EtlReplicationLog',
  'EtlReplicationLogMetadata',
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
  'FunctionLog',
  'FunctionLogMetadata',
  'FunctionsInvocationStatsRow',
  'LogsAllRow',
  'LogsAllViews',
  'MultigresLog',
  'MultigresLogMetadata',
  'PgCronLog',
  'PgCronLogMetadata',
  'PgCronLogMetadataParsed',
  'PgUpgradeLog',
  'PgUpgradeLogMetadata',
  'PgbouncerLog',
  'PgbouncerLogMetadata',
  'PostgresLog',
  'PostgresLogMetadata',
  'PostgresLogMetadataParsed',
  'PostgrestLog',
  'PostgrestLogMetadata',
  'RealtimeLog',
  'RealtimeLogMetadata',
  'RealtimeLogMetadataContext',
  'RealtimeLogMetadataContextVm',
  'RealtimeLogMetadataMeasurements',
  'ResultMeta',
  'SandboxColumn',
  'StorageLog',
  'StorageLogMetadata',
  'StorageLogMetadataContext',
  'StorageLogMetadataError',
  'StorageLogMetadataReq',
  'StorageLogMetadataReqHeaders',
  'StorageLogMetadataRes',
  'StorageLogMetadataResHeaders',
  'SupavisorLog',
  'SupavisorLogMetadata',
  'SupavisorLogMetadataContext',
  'SupavisorLogMetadataContextVm',
  'UsageApiCountsRow',
  'WorkflowRunLog',
  'WorkflowRunLogMetadata',
];

/** Embedded types whose fields are answers: what several operations ask of one is kept together. */
const CONTAINERS = ['LogsAllViews'];

/** Differs from that of a cache that was stored earlier. */
const SESSION = Math.random().toString(36).slice(2);
const names = new WeakMap<object, string>();
let count = 0;

/** A name that no other answer has. */
function nameOf(answer: object): string {
  const known = names.get(answer);
  if (known !== undefined) return known;
  count += 1;
  const name = `${SESSION}-${count}`;
  names.set(answer, name);
  return name;
}

/** For Apollo Client: `new InMemoryCache({ typePolicies })`. */
export const typePolicies: Readonly<Record<string, { keyFields: false; merge?: boolean }>> = {
  ...Object.fromEntries(EMBEDDED.map((type) => [type, { keyFields: false }])),
  ...Object.fromEntries(ANSWERS.map((type) => [type, { keyFields: false, merge: false }])),
  ...Object.fromEntries(CONTAINERS.map((type) => [type, { keyFields: false, merge: true }])),
};

/** For urql: `cacheExchange({ keys })` of Graphcache. */
export const keys: Readonly<Record<string, (value: object) => string | null>> = {
  ...Object.fromEntries(EMBEDDED.map((type) => [type, () => null])),
  ...Object.fromEntries(ANSWERS.map((type) => [type, nameOf])),
};

/** For Relay: `new Environment({ getDataID, … })`. */
export function getDataID(value: { readonly id?: unknown }, typename: string): unknown {
  const key = Object.hasOwn(keys, typename) ? keys[typename] : undefined;
  return key ? (key(value) ?? undefined) : value.id;
}
