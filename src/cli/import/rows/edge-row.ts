import { hash } from 'node:crypto';
import type { StagedForm } from '../../../engines/duckdb/staging/staged-form.ts';
import { quoteText } from '../../../googlesql/index.ts';
import type { LoggedRequest } from './combined-log.ts';

/** The tenant and host of a log, which the log itself does not contain. */
export interface LogOwner {
  readonly project: string;
  readonly host: string;
}

/** How lines of an access log are staged: without what all have in common, and what the parts of a line give. */
export function edgeForm({ host, project }: LogOwner): StagedForm {
  const [hostText, projectText] = [quoteText(host), quoteText(project)];
  return {
    tenant: project,
    columns: {
      micros: 'BIGINT',
      id: 'VARCHAR',
      line: 'VARCHAR',
      address: 'VARCHAR',
      method: 'VARCHAR',
      path: 'VARCHAR',
      search: 'VARCHAR',
      protocol: 'VARCHAR',
      status: 'BIGINT',
      size: 'VARCHAR',
      referer: 'VARCHAR',
      agent: 'VARCHAR',
    },
    row: {
      timestamp: 'make_timestamptz(micros)',
      id: 'id',
      event_message: 'line',
      identifier: projectText,
      project: projectText,
      metadata: {
        request: {
          headers: {
            cf_connecting_ip: 'address',
            host: hostText,
            referer: 'referer',
            user_agent: 'agent',
            x_real_ip: 'address',
          },
          host: hostText,
          method: 'method',
          path: 'path',
          protocol: 'protocol',
          search: 'search',
          url: `${quoteText(`https://${host}`)} || path || coalesce(search, '')`,
        },
        response: { headers: { content_length: 'size' }, status_code: 'status' },
      },
    },
  };
}

/** The first digit of a UUID's fourth group, whose upper bits are `10`. */
const VARIANTS = '89ab';

const REQUEST = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+) (\S.*?)(?: (HTTP\/\d(?:\.\d)?))?$/;
const ORIGIN = /^https?:\/\/[^/?#]*/i;

/** Parses a request line; undefined if it is no request (`-`, the bytes of a TLS handshake). */
function readRequestLine(line: string) {
  const [, method, target = '', protocol] = REQUEST.exec(line) ?? [];
  if (!method) return undefined;
  const local = target.replace(ORIGIN, '');
  const query = local.indexOf('?');
  const path = query < 0 ? local : local.slice(0, query);
  return {
    method,
    path: path.startsWith('/') ? path : `/${path}`,
    search: query < 0 ? undefined : local.slice(query),
    protocol,
  };
}

/** A line of an access log as `edgeForm` has it; undefined members are absent. */
export function edgeRow(line: string, number: number, owner: LogOwner, logged: LoggedRequest) {
  const { address, agent, micros, referer, request, size, status } = logged;
  const id = lineId(line, number, owner);
  return { micros, id, line, address, ...readRequestLine(request), status, size, referer, agent };
}

/** A UUID (version 8, custom) derived from the line and its place, so that it is reproducible. */
function lineId(line: string, number: number, { project, host }: LogOwner): string {
  const hex = hash('sha256', JSON.stringify([project, host, number, line]), 'hex');
  const variant = VARIANTS[Number.parseInt(hex.charAt(16), 16) & 3];
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
