import { Keyv, type KeyvStoreAdapter } from 'keyv';
import type { MemoryStore, Sized } from './memory-store.ts';

/** Opens a Keyv that passes names and values to its store unchanged and throws the store's errors. */
export function openKeyv<Value>(
  store: KeyvStoreAdapter | MemoryStore<Value & Sized>,
  namespace: string,
): Keyv<Value> {
  const keyv = new Keyv<Value>({ store, namespace, useKeyPrefix: false, throwOnErrors: true });
  keyv.serialize = undefined;
  keyv.deserialize = undefined;
  return keyv;
}
