import { graphql } from '../generated/gql.ts';

/** All three endpoints in one operation. */
export const Overview = graphql(`
  query Overview(
    $project: String!
    $window: FunctionsInvocationStatsInterval!
    $period: UsageApiCountsInterval!
    $tier: ProjectTier!
  ) {
    functionsInvocationStats(project: $project, interval: $window) {
      rowCount
      rows {
        timestamp
        count
        errorCount
        avgExecutionTime
        p95ExecutionTime
      }
    }
    usageApiCounts(project: $project, interval: $period) {
      rows {
        timestamp
        totalRestRequests
        totalStorageRequests
        totalAuthRequests
        totalRealtimeRequests
      }
    }
    logsAll(project: $project, projectTier: $tier) {
      truncated
      rows {
        id
        timestamp
        eventMessage
        metadata {
          request {
            method
            path
            cf {
              asn
            }
          }
          response {
            statusCode
          }
        }
        metadataJson
      }
      meta {
        cacheStatus
        computedAt
      }
    }
  }
`);

/** A log explorer's own SQL. */
export const Sandbox = graphql(`
  query Sandbox($endpoint: String!, $arguments: JSON!, $sql: String!) {
    sandbox(endpoint: $endpoint, arguments: $arguments, sql: $sql) {
      columns {
        name
        type
        mode
      }
      rows
      rowCount
    }
  }
`);
