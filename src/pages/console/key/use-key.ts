import { useEffect, useState } from 'react';
import { storedKey, storeKey } from '../../shared/stored-key.ts';
import { readCatalogue } from '../api/catalogue.ts';
import type { Catalogue } from '../api/description.ts';
import { RequestError } from '../api/request.ts';

/** What is known of the key. */
export type KeyState =
  | { readonly kind: 'none' | 'checking' }
  | { readonly kind: 'valid'; readonly catalogue: Catalogue }
  | { readonly kind: 'refused'; readonly reason: string };

/** A key, and how another one is used. */
export interface UsedKey {
  readonly key: string;
  readonly state: KeyState;
  readonly use: (key: string, where: 'tab' | 'machine') => void;
}

/** The stored key, checked, with what it may run. */
export function useKey(): UsedKey {
  const [key, setKey] = useState(storedKey);
  const [state, setState] = useState<KeyState>({ kind: key ? 'checking' : 'none' });
  useEffect(() => {
    if (!key) return setState({ kind: 'none' });
    const controller = new AbortController();
    setState({ kind: 'checking' });
    readCatalogue(key, controller.signal).then(
      (catalogue) => setState({ kind: 'valid', catalogue }),
      (error: unknown) => {
        if (!controller.signal.aborted) setState({ kind: 'refused', reason: reasonOf(error) });
      },
    );
    return () => controller.abort();
  }, [key]);
  const use = (next: string, where: 'tab' | 'machine') => {
    storeKey(next, where);
    setKey(next);
  };
  return { key, state, use };
}

function reasonOf(error: unknown): string {
  if (error instanceof RequestError && error.status === 401) return 'This key is not valid';
  return error instanceof Error ? error.message : 'The service cannot be reached';
}
