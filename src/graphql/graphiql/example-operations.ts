import type { PreparedEndpoint } from '../../catalog/prepare.ts';
import { camelCase, isRequired, pascalCase } from '../../endpoint/endpoint.ts';

/** Example operations that run unchanged: one per endpoint, one for the sandbox and one for the list. */
export function exampleOperations(endpoints: readonly PreparedEndpoint[]): readonly string[] {
  return [...endpoints.map(endpointOperation), SANDBOX, ENDPOINTS];
}

function endpointOperation({ definition }: PreparedEndpoint): string {
  const args = Object.entries(definition.parameters)
    .filter(([, spec]) => isRequired(spec.type))
    .map(
      ([name, { example = '', values }]) =>
        `${camelCase(name)}: ${values?.[example] ?? JSON.stringify(example)}`,
    );
  const columns = Object.entries(definition.columns).map(([name, spec]) =>
    'type' in spec ? camelCase(name) : `${camelCase(name)}Json`,
  );
  return `# ${definition.description}
query ${pascalCase(definition.name)} {
  ${camelCase(definition.name)}(${args.join(', ')}) {
    rowCount
    truncated
    rows {
      ${columns.join('\n      ')}
    }
    meta {
      cacheStatus
      computedAt
      ageSeconds
      redacted
    }
  }
}
`;
}

const SANDBOX = `# Your own SELECT over the views of an endpoint, in GoogleSQL.
query Sandbox {
  sandbox(
    endpoint: "logs.all"
    arguments: { project: "demo", project_tier: "PRO" }
    sql: "SELECT r.status_code, COUNT(*) AS requests FROM edge_logs CROSS JOIN UNNEST(metadata) AS m CROSS JOIN UNNEST(m.response) AS r GROUP BY status_code ORDER BY requests DESC"
  ) {
    columns {
      name
      type
      mode
    }
    rows
    meta {
      cacheStatus
    }
  }
}
`;

const ENDPOINTS = `# The endpoints that your key may run.
query Endpoints {
  endpoints {
    id
    name
    description
  }
}
`;
