import { isIP } from 'node:net';
import { BadLine } from './bad-line.ts';

/** Who made a request, and of which host, as the beginning of a line says. */
export interface RequestOrigin {
  /** An IP address or a host's name; undefined for a socket that has none. */
  readonly address: string | undefined;
  /** The host that was requested, where the log names it, with its port if that is named too. */
  readonly host: string | undefined;
  readonly port: number | undefined;
}

/** A name of the DNS whose last label is no number, which would be a part of an address. */
const HOST_NAME =
  /^(?=.{1,253}$)(?:[A-Za-z0-9_](?:[A-Za-z0-9_-]{0,62})\.)*(?!\d+\.?$)[A-Za-z0-9_](?:[A-Za-z0-9_-]{0,62})\.?$/;
const WITH_PORT = /^(?:\[([^\]]+)\]|([^:]+)):(\d{1,5})$/;

/** What nginx and Apache write for a client without an address. */
const NO_ADDRESS = new Set(['-', 'unix:']);

/** The fields after the address: identity and user, of which the last may have blanks. */
const MIN_FIELDS = 3;

/**
 * Reads the fields before a line's time. The accepted forms are `%h %l %u`, and the same after the host that was requested,
 * with its port or without: `%v:%p %h %l %u`, `%v %h %l %u`. Throws a `BadLine` for another: an address must not be guessed.
 */
export function readOrigin(text: string): RequestOrigin {
  const [first = '', second = '', ...rest] = text.split(' ');
  const fields = rest.length + 2;
  if (fields < MIN_FIELDS) throw unknownForm();
  const isPlain = isIP(first) !== 0 || (NO_ADDRESS.has(first) && fields === MIN_FIELDS);
  if (isPlain) return { address: addressOf(first), host: undefined, port: undefined };
  const server = serverOf(first);
  if (server && fields > MIN_FIELDS && isClient(second, server.port !== undefined)) {
    return { ...server, address: addressOf(second) };
  }
  // A client by its name; a second name would leave open which of them is the client.
  if (isHostName(first) && !isHostName(second)) {
    return { address: first, host: undefined, port: undefined };
  }
  throw unknownForm();
}

/** Whether a text is a client's address, or its name, which is a name for sure after a host and port only. */
function isClient(text: string, mayBeName: boolean): boolean {
  return isIP(text) !== 0 || text === 'unix:' || (mayBeName && isHostName(text));
}

function unknownForm(): BadLine {
  return new BadLine(
    'The line does not begin with the address of a client, or a host and that address, with two fields and a time in brackets after it',
  );
}

function addressOf(text: string): string | undefined {
  return NO_ADDRESS.has(text) ? undefined : text;
}

function isHostName(text: string): boolean {
  return HOST_NAME.test(text);
}

function serverOf(text: string) {
  const [, bracketed, name = bracketed, digits] = WITH_PORT.exec(text) ?? [];
  const host = name ?? text;
  const isServer =
    bracketed === undefined ? isHostName(host) || isIP(host) === 4 : isIP(host) === 6;
  if (!isServer) return undefined;
  return {
    host: bracketed === undefined ? host : `[${bracketed}]`,
    port: digits === undefined ? undefined : Number(digits),
  };
}
