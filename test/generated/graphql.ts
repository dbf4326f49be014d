/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';
/** Where the rows of an answer came from. */
export type CacheStatus =
  /** Computed for this request; the endpoint keeps no results. */
  | 'BYPASS'
  /** Computed for another request at the same time. */
  | 'COLLAPSED'
  /** Fresh rows from the cache. */
  | 'HIT'
  /** Computed for this request. */
  | 'MISS'
  /** Rows from the cache past their freshness, while new ones are computed or cannot be had. */
  | 'STALE';

/** The window that ends now; it decides the size of the buckets. */
export type FunctionsInvocationStatsInterval =
  /** `15min` on the REST path. */
  | 'FIFTEEN_MINUTES'
  /** `5min` on the REST path. */
  | 'FIVE_MINUTES'
  /** `1day` on the REST path. */
  | 'ONE_DAY'
  /** `1hr` on the REST path. */
  | 'ONE_HOUR'
  /** `7day` on the REST path. */
  | 'SEVEN_DAYS';

/** The project's tier; it decides how far back entries are shown. */
export type ProjectTier =
  /** `ENTERPRISE` on the REST path. */
  | 'ENTERPRISE'
  /** `FREE` on the REST path. */
  | 'FREE'
  /** `PAYG` on the REST path. */
  | 'PAYG'
  /** `PRO` on the REST path. */
  | 'PRO';

/** The window that ends now; it decides the size of the buckets. */
export type UsageApiCountsInterval =
  /** `daily` on the REST path. */
  | 'DAILY'
  /** `hourly` on the REST path. */
  | 'HOURLY'
  /** `minutely` on the REST path. */
  | 'MINUTELY';

export type OverviewQueryVariables = Exact<{
  project: string;
  window: FunctionsInvocationStatsInterval;
  period: UsageApiCountsInterval;
  tier: ProjectTier;
}>;


export type OverviewQuery = { functionsInvocationStats: { rowCount: number, rows: Array<{ timestamp: string, count: number, errorCount: number, avgExecutionTime: number | null, p95ExecutionTime: number | null }> } | null, usageApiCounts: { rows: Array<{ timestamp: string, totalRestRequests: number, totalStorageRequests: number, totalAuthRequests: number, totalRealtimeRequests: number }> } | null, logsAll: { truncated: boolean, rows: Array<{ id: string | null, timestamp: string, eventMessage: string | null, metadataJson: unknown, metadata: Array<{ request: Array<{ method: string | null, path: string | null, cf: Array<{ asn: number | string | null }> }>, response: Array<{ statusCode: number | string | null }> }> }>, meta: { cacheStatus: CacheStatus, computedAt: string } } | null };

export type SandboxQueryVariables = Exact<{
  endpoint: string;
  arguments: unknown;
  sql: string;
}>;


export type SandboxQuery = { sandbox: { rows: Array<unknown>, rowCount: number, columns: Array<{ name: string, type: string, mode: string }> } | null };


export const OverviewDocument = {"__meta__":{"hash":"sha256:5e7119a542ae90606e9fd320abd506fe60f05750bb0c84e102a6290fc0f48feb"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Overview"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"project"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"window"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"FunctionsInvocationStatsInterval"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"period"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UsageApiCountsInterval"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"tier"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ProjectTier"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"functionsInvocationStats"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"project"},"value":{"kind":"Variable","name":{"kind":"Name","value":"project"}}},{"kind":"Argument","name":{"kind":"Name","value":"interval"},"value":{"kind":"Variable","name":{"kind":"Name","value":"window"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"rowCount"}},{"kind":"Field","name":{"kind":"Name","value":"rows"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"timestamp"}},{"kind":"Field","name":{"kind":"Name","value":"count"}},{"kind":"Field","name":{"kind":"Name","value":"errorCount"}},{"kind":"Field","name":{"kind":"Name","value":"avgExecutionTime"}},{"kind":"Field","name":{"kind":"Name","value":"p95ExecutionTime"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"usageApiCounts"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"project"},"value":{"kind":"Variable","name":{"kind":"Name","value":"project"}}},{"kind":"Argument","name":{"kind":"Name","value":"interval"},"value":{"kind":"Variable","name":{"kind":"Name","value":"period"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"rows"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"timestamp"}},{"kind":"Field","name":{"kind":"Name","value":"totalRestRequests"}},{"kind":"Field","name":{"kind":"Name","value":"totalStorageRequests"}},{"kind":"Field","name":{"kind":"Name","value":"totalAuthRequests"}},{"kind":"Field","name":{"kind":"Name","value":"totalRealtimeRequests"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"logsAll"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"project"},"value":{"kind":"Variable","name":{"kind":"Name","value":"project"}}},{"kind":"Argument","name":{"kind":"Name","value":"projectTier"},"value":{"kind":"Variable","name":{"kind":"Name","value":"tier"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"truncated"}},{"kind":"Field","name":{"kind":"Name","value":"rows"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"timestamp"}},{"kind":"Field","name":{"kind":"Name","value":"eventMessage"}},{"kind":"Field","name":{"kind":"Name","value":"metadata"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"request"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"method"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"cf"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"asn"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"response"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"statusCode"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"metadataJson"}}]}},{"kind":"Field","name":{"kind":"Name","value":"meta"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cacheStatus"}},{"kind":"Field","name":{"kind":"Name","value":"computedAt"}}]}}]}}]}}]} as unknown as DocumentNode<OverviewQuery, OverviewQueryVariables>;
export const SandboxDocument = {"__meta__":{"hash":"sha256:80dd8e7ba8d3e0b2ab7ddcc4877c8c1b4c150a34da849139621d8a30067829d3"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Sandbox"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"endpoint"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"arguments"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"JSON"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"sql"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"sandbox"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"endpoint"},"value":{"kind":"Variable","name":{"kind":"Name","value":"endpoint"}}},{"kind":"Argument","name":{"kind":"Name","value":"arguments"},"value":{"kind":"Variable","name":{"kind":"Name","value":"arguments"}}},{"kind":"Argument","name":{"kind":"Name","value":"sql"},"value":{"kind":"Variable","name":{"kind":"Name","value":"sql"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"columns"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"mode"}}]}},{"kind":"Field","name":{"kind":"Name","value":"rows"}},{"kind":"Field","name":{"kind":"Name","value":"rowCount"}}]}}]}}]} as unknown as DocumentNode<SandboxQuery, SandboxQueryVariables>;