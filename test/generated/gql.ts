/* eslint-disable */
import * as types from './graphql.ts';
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';

/**
 * Map of all GraphQL operations in the project.
 *
 * This map has several performance disadvantages:
 * 1. It is not tree-shakeable, so it will include all operations in the project.
 * 2. It is not minifiable, so the string of a GraphQL query will be multiple times inside the bundle.
 * 3. It does not support dead code elimination, so it will add unused operations.
 *
 * Therefore it is highly recommended to use the babel or swc plugin for production.
 * Learn more about it here: https://the-guild.dev/graphql/codegen/plugins/presets/preset-client#reducing-bundle-size
 */
type Documents = {
    "\n  query Overview(\n    $project: String!\n    $window: FunctionsInvocationStatsInterval!\n    $period: UsageApiCountsInterval!\n    $tier: ProjectTier!\n  ) {\n    functionsInvocationStats(project: $project, interval: $window) {\n      rowCount\n      rows {\n        timestamp\n        count\n        errorCount\n        avgExecutionTime\n        p95ExecutionTime\n      }\n    }\n    usageApiCounts(project: $project, interval: $period) {\n      rows {\n        timestamp\n        totalRestRequests\n        totalStorageRequests\n        totalAuthRequests\n        totalRealtimeRequests\n      }\n    }\n    logsAll(project: $project, projectTier: $tier) {\n      truncated\n      rows {\n        id\n        timestamp\n        eventMessage\n        metadata {\n          request {\n            method\n            path\n            cf {\n              asn\n            }\n          }\n          response {\n            statusCode\n          }\n        }\n        metadataJson\n      }\n      meta {\n        cacheStatus\n        computedAt\n      }\n    }\n  }\n": typeof types.OverviewDocument,
    "\n  query Sandbox($endpoint: String!, $arguments: JSON!, $sql: String!) {\n    sandbox(endpoint: $endpoint, arguments: $arguments, sql: $sql) {\n      columns {\n        name\n        type\n        mode\n      }\n      rows\n      rowCount\n    }\n  }\n": typeof types.SandboxDocument,
};
const documents: Documents = {
    "\n  query Overview(\n    $project: String!\n    $window: FunctionsInvocationStatsInterval!\n    $period: UsageApiCountsInterval!\n    $tier: ProjectTier!\n  ) {\n    functionsInvocationStats(project: $project, interval: $window) {\n      rowCount\n      rows {\n        timestamp\n        count\n        errorCount\n        avgExecutionTime\n        p95ExecutionTime\n      }\n    }\n    usageApiCounts(project: $project, interval: $period) {\n      rows {\n        timestamp\n        totalRestRequests\n        totalStorageRequests\n        totalAuthRequests\n        totalRealtimeRequests\n      }\n    }\n    logsAll(project: $project, projectTier: $tier) {\n      truncated\n      rows {\n        id\n        timestamp\n        eventMessage\n        metadata {\n          request {\n            method\n            path\n            cf {\n              asn\n            }\n          }\n          response {\n            statusCode\n          }\n        }\n        metadataJson\n      }\n      meta {\n        cacheStatus\n        computedAt\n      }\n    }\n  }\n": types.OverviewDocument,
    "\n  query Sandbox($endpoint: String!, $arguments: JSON!, $sql: String!) {\n    sandbox(endpoint: $endpoint, arguments: $arguments, sql: $sql) {\n      columns {\n        name\n        type\n        mode\n      }\n      rows\n      rowCount\n    }\n  }\n": types.SandboxDocument,
};

/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 *
 *
 * @example
 * ```ts
 * const query = graphql(`query GetUser($id: ID!) { user(id: $id) { name } }`);
 * ```
 *
 * The query argument is unknown!
 * Please regenerate the types.
 */
export function graphql(source: string): unknown;

/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Overview(\n    $project: String!\n    $window: FunctionsInvocationStatsInterval!\n    $period: UsageApiCountsInterval!\n    $tier: ProjectTier!\n  ) {\n    functionsInvocationStats(project: $project, interval: $window) {\n      rowCount\n      rows {\n        timestamp\n        count\n        errorCount\n        avgExecutionTime\n        p95ExecutionTime\n      }\n    }\n    usageApiCounts(project: $project, interval: $period) {\n      rows {\n        timestamp\n        totalRestRequests\n        totalStorageRequests\n        totalAuthRequests\n        totalRealtimeRequests\n      }\n    }\n    logsAll(project: $project, projectTier: $tier) {\n      truncated\n      rows {\n        id\n        timestamp\n        eventMessage\n        metadata {\n          request {\n            method\n            path\n            cf {\n              asn\n            }\n          }\n          response {\n            statusCode\n          }\n        }\n        metadataJson\n      }\n      meta {\n        cacheStatus\n        computedAt\n      }\n    }\n  }\n"): (typeof documents)["\n  query Overview(\n    $project: String!\n    $window: FunctionsInvocationStatsInterval!\n    $period: UsageApiCountsInterval!\n    $tier: ProjectTier!\n  ) {\n    functionsInvocationStats(project: $project, interval: $window) {\n      rowCount\n      rows {\n        timestamp\n        count\n        errorCount\n        avgExecutionTime\n        p95ExecutionTime\n      }\n    }\n    usageApiCounts(project: $project, interval: $period) {\n      rows {\n        timestamp\n        totalRestRequests\n        totalStorageRequests\n        totalAuthRequests\n        totalRealtimeRequests\n      }\n    }\n    logsAll(project: $project, projectTier: $tier) {\n      truncated\n      rows {\n        id\n        timestamp\n        eventMessage\n        metadata {\n          request {\n            method\n            path\n            cf {\n              asn\n            }\n          }\n          response {\n            statusCode\n          }\n        }\n        metadataJson\n      }\n      meta {\n        cacheStatus\n        computedAt\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Sandbox($endpoint: String!, $arguments: JSON!, $sql: String!) {\n    sandbox(endpoint: $endpoint, arguments: $arguments, sql: $sql) {\n      columns {\n        name\n        type\n        mode\n      }\n      rows\n      rowCount\n    }\n  }\n"): (typeof documents)["\n  query Sandbox($endpoint: String!, $arguments: JSON!, $sql: String!) {\n    sandbox(endpoint: $endpoint, arguments: $arguments, sql: $sql) {\n      columns {\n        name\n        type\n        mode\n      }\n      rows\n      rowCount\n    }\n  }\n"];

export function graphql(source: string) {
  return (documents as any)[source] ?? {};
}

export type DocumentType<TDocumentNode extends DocumentNode<any, any>> = TDocumentNode extends DocumentNode<  infer TType,  any>  ? TType  : never;