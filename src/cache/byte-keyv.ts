import { Keyv, type KeyvStoreAdapter } from 'keyv';

/** A Keyv whose values are bytes, which are kept as they are, and which throws a store's errors. */
export function createByteKeyv(
  store: KeyvStoreAdapter | Map<string, unknown>,
  namespace: string,
): Keyv<Buffer> {
  // The names in a store that is a map need their namespace from Keyv; other stores add it themselves.
  const useKeyPrefix = store instanceof Map;
  const keyv = new Keyv<Buffer>({ store, namespace, useKeyPrefix, throwOnErrors: true });
  keyv.serialize = undefined;
  keyv.deserialize = undefined;
  // Whoever reads gets the error; without a listener it would end the process as well.
  keyv.on('error', () => {});
  return keyv;
}
