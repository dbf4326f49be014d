import type { FastifyRequest } from 'fastify';
import { originPattern } from '../auth/origins.ts';
import { FieldstoneError } from '../errors.ts';
import { type ServerSettings, settingsIn } from '../request/settings.ts';
import { getOrInsertComputed } from '../values/memory.ts';

/** Where the service is reached. */
export interface ServiceAddress {
  /** Its address for clients; undefined if none is set. */
  readonly publicUrl?: string | undefined;
  /** Whether it listens on this machine's own addresses alone. @default false */
  readonly isLoopback?: boolean;
}

/**
 * Throws `FORBIDDEN` for requests that a page of another site may have caused: with an origin that is neither the
 * service's own nor listed by name, and on a loopback address with another host than this machine, as after the site
 * has changed what its name resolves to (DNS rebinding).
 */
export function checkSource(request: FastifyRequest, address: ServiceAddress): void {
  const { host = '', origin } = request.headers;
  const isPublic = (url: string) =>
    address.publicUrl !== undefined && isSame(url, address.publicUrl);
  if (address.isLoopback && !isThisMachine(host) && !isPublic(`https://${host}`)) {
    throw new FieldstoneError(
      'FORBIDDEN',
      'The header Host must be localhost, a loopback address or the host of PUBLIC_URL',
    );
  }
  if (origin === undefined) return;
  const isOwn = origin === `http://${host}` || origin === `https://${host}` || isPublic(origin);
  if (isOwn || namedOrigins(settingsIn(request)).some((pattern) => pattern.test(origin))) return;
  throw new FieldstoneError(
    'FORBIDDEN',
    'Pages of this origin may not call tools; CORS_ORIGINS names those that may',
  );
}

function isThisMachine(host: string): boolean {
  return /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i.test(host);
}

/** Whether two addresses have the same host and port; their schemes may differ behind a proxy. */
function isSame(one: string, other: string): boolean {
  return URL.parse(one)?.host === URL.parse(other)?.host;
}

const named = new WeakMap<ServerSettings, readonly RegExp[]>();

/** The origins that are listed by name; `*` names none. */
function namedOrigins(settings: ServerSettings): readonly RegExp[] {
  return getOrInsertComputed(named, settings, ({ corsOrigins }) =>
    corsOrigins.filter((origin) => origin !== '*').map(originPattern),
  );
}
