import { hash } from 'node:crypto';
import { quoteText } from '#googlesql';
import type { RowExpressions } from '../../engines/duckdb/records/row-expression.ts';
import type { LoggedRequest } from './combined-log.ts';

/** The tenant and host of a log, which the log itself does not contain. */
export interface LogOwner {
  readonly project: string;
  /** The host of requests whose lines do not name it. */
  readonly host: string;
}

/** The columns of staged lines of an access log, with their DuckDB types; `t` is the time in microseconds. */
export const EDGE_COLUMNS: Readonly<Record<string, string>> = {
  t: 'BIGINT',
  id: 'VARCHAR',
  line: 'VARCHAR',
  address: 'VARCHAR',
  host: 'VARCHAR',
  origin: 'VARCHAR',
  method: 'VARCHAR',
  path: 'VARCHAR',
  search: 'VARCHAR',
  url: 'VARCHAR',
  protocol: 'VARCHAR',
  status: 'BIGINT',
  size: 'VARCHAR',
  referer: 'VARCHAR',
  agent: 'VARCHAR',
};

/** The table's row over `EDGE_COLUMNS`: without what all lines have in common, and what the parts of a line give. */
export function edgeExpressions(owner: LogOwner, shift: bigint): RowExpressions {
  const project = quoteText(owner.project);
  const host = `coalesce(host, ${quoteText(owner.host)})`;
  const origin = `coalesce(origin, ${quoteText(`https://${owner.host}`)})`;
  return {
    timestamp: `make_timestamptz(t + ${shift})`,
    id: 'id',
    event_message: 'line',
    identifier: project,
    project,
    metadata: {
      request: {
        headers: {
          cf_connecting_ip: 'address',
          host,
          referer: 'referer',
          user_agent: 'agent',
          x_real_ip: 'address',
        },
        host,
        method: 'method',
        path: 'path',
        protocol: 'protocol',
        search: 'search',
        url: `coalesce(url, ${origin} || path || coalesce(search, ''))`,
      },
      response: { headers: { content_length: 'size' }, status_code: 'status' },
    },
  };
}

/** The first digit of a UUID's fourth group, whose upper bits are `10`. */
const VARIANTS = '89ab';

const REQUEST = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+) (\S.*?)(?: (HTTP\/\d(?:\.\d)?))?$/;
const ABSOLUTE = /^https?:\/\/[^/?#]+/i;

/** Parses a request line; undefined if it is no request (`-`, the bytes of a TLS handshake). */
function readRequestLine(line: string) {
  const [, method, target = '', protocol] = REQUEST.exec(line) ?? [];
  if (!method) return undefined;
  return { method, ...readTarget(target), protocol };
}

/** Path and query of a target; a host and port (`CONNECT`) and `*` are no path, and have no URL. */
function readTarget(target: string) {
  const [origin] = ABSOLUTE.exec(target) ?? [];
  const local = origin === undefined ? target : target.slice(origin.length);
  const query = local.indexOf('?');
  const path = query < 0 ? local : local.slice(0, query);
  if (origin === undefined && !path.startsWith('/')) return undefined;
  return {
    path: path === '' ? '/' : path,
    search: query < 0 ? undefined : local.slice(query),
    url: origin === undefined ? undefined : target,
  };
}

/** A line of an access log as `EDGE_COLUMNS` has it; undefined members are absent. */
export function edgeRow(line: string, number: number, owner: LogOwner, logged: LoggedRequest) {
  const { address, agent, host, micros, referer, request, size, status } = logged;
  const id = lineId(line, number, owner);
  const server = host === undefined ? undefined : { host, origin: originOf(host, logged.port) };
  const parts = readRequestLine(request);
  return { t: micros, id, line, address, ...server, ...parts, status, size, referer, agent };
}

/** The beginning of the URLs of a host. */
function originOf(host: string, port: number | undefined): string {
  if (port === 80) return `http://${host}`;
  return port === undefined || port === 443 ? `https://${host}` : `https://${host}:${port}`;
}

/** A UUID (version 8, custom) derived from the line and its place, so that it is reproducible. */
function lineId(line: string, number: number, { project, host }: LogOwner): string {
  const hex = hash('sha256', JSON.stringify([project, host, number, line]), 'hex');
  const variant = VARIANTS[Number.parseInt(hex.charAt(16), 16) & 3];
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
