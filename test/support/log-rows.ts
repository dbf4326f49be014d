/** One request in the edge table. */
export interface EdgeRequest {
  readonly at: string;
  readonly id?: string;
  readonly project?: string;
  readonly path?: string;
  readonly url?: string;
  readonly message?: string;
}

/** A row of `cloudflare.logs.prod`. */
export function edgeRow({
  at,
  id = at,
  project = 'demo',
  path = '/rest/v1/todos',
  url = `https://${project}.example.com${path}`,
  message = `GET ${path}`,
}: EdgeRequest): object {
  return {
    timestamp: at,
    id,
    event_message: message,
    identifier: project,
    project,
    metadata: [{ request: [{ method: 'GET', path, url }], response: [{ status_code: 200 }] }],
  };
}

/** One function call. */
export interface Invocation {
  readonly at: string;
  readonly project?: string;
  readonly functionId?: string;
  readonly ms?: number | null;
  readonly status?: number;
}

/** A row of `deno-relay-logs`. */
export function invocationRow({
  at,
  project = 'demo',
  functionId = 'f1',
  ms = 100,
  status = 200,
}: Invocation): object {
  return {
    timestamp: at,
    id: at,
    event_message: 'call',
    metadata: [
      {
        execution_time_ms: ms,
        function_id: functionId,
        project_ref: project,
        response: [{ status_code: status }],
      },
    ],
  };
}
