import { type Body, edit } from './replies.ts';
import type { Reply } from './script.ts';

/** A page that names itself as the next one. */
export function repeatedToken(): Reply {
  return edit((body, { query }) => ({ ...body, pageToken: query.get('pageToken') ?? 'again' }));
}

/** A page that names another token than the server would. */
export function nextToken(token: string): Reply {
  return edit((body) => ({ ...body, pageToken: token }));
}

/** A page that is not the last one and does not say so. */
export function missingToken(): Reply {
  return edit(({ pageToken, ...body }) => body);
}

/** A page without rows; the token to the next one stays. */
export function emptyPage(): Reply {
  return edit(({ rows, ...body }) => body);
}

/** A page that lacks its last row. */
export function shortPage(): Reply {
  return edit((body) => ({ ...body, rows: rowsOf(body).slice(0, -1) }));
}

/** Another number of all rows than there are. */
export function wrongTotal(total: number): Reply {
  return edit((body) => ({ ...body, totalRows: String(total) }));
}

function rowsOf({ rows }: Body): readonly unknown[] {
  return Array.isArray(rows) ? rows : [];
}
