import { originPattern } from './origins.ts';
import type { Rights } from './rights.ts';

/** The holder of a valid key or token, and what it allows. */
export interface Caller extends Omit<Rights, 'endpoints' | 'pins' | 'origins'> {
  /** The key's public id; of a token, a hash of its issuer and subject. */
  readonly keyId: string;
  readonly name: string;
  /** Names of the endpoints that the key may run; undefined for all. */
  readonly endpoints: ReadonlySet<string> | undefined;
  /** Arguments that the key fixes, by REST parameter name, as written in `--pin`. */
  readonly pins: ReadonlyMap<string, string>;
  /** Patterns of the origins of browser pages that may send the key; undefined for any. */
  readonly origins?: readonly RegExp[] | undefined;
}

/** The caller with some rights. */
export function callerWith(
  { keyId, name }: Pick<Caller, 'keyId' | 'name'>,
  { endpoints, pins, origins, ...others }: Rights,
): Caller {
  return Object.freeze({
    ...others,
    keyId,
    name,
    endpoints: endpoints && new Set(endpoints),
    pins: new Map(Object.entries(pins)),
    origins: origins?.includes('*') ? undefined : origins?.map(originPattern),
  });
}
