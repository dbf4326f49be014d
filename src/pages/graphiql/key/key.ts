import { useEffect, useState } from 'react';
import { isSendable, storedKey, storeKey } from '../../shared/stored-key.ts';
import type { PageData } from '../page/page-data.ts';

/** An endpoint that the key may run. */
export interface OpenEndpoint {
  readonly name: string;
  readonly sandbox: boolean;
  readonly redacted: boolean;
  readonly parameters: readonly { readonly name: string; readonly pinned?: string }[];
  /** What its SQL may read. */
  readonly views: readonly { readonly name: string }[];
}

/** The values that the key must send to an endpoint, by REST parameter. */
export function pinsOf({ parameters }: OpenEndpoint): Readonly<Record<string, string>> {
  return Object.fromEntries(
    parameters.flatMap(({ name, pinned }) => (pinned === undefined ? [] : [[name, pinned]])),
  );
}

/** What is known of the key. */
export type KeyState =
  | { readonly kind: 'none' | 'checking' }
  | {
      readonly kind: 'good';
      /** Those that the key may run. */
      readonly endpoints: readonly OpenEndpoint[];
      /** What the service tells about itself. */
      readonly service: PageData;
    }
  | { readonly kind: 'refused' | 'unknown'; readonly reason: string };

const NOT_VALID: KeyState = { kind: 'refused', reason: 'This key is not valid' };

/** Asks the service what a key may run and about itself, without an operation: only trusted ones may be accepted. */
export async function checkKey(key: string, signal: AbortSignal): Promise<KeyState> {
  if (!isSendable(key)) return NOT_VALID;
  const init = { headers: { 'X-API-KEY': key }, signal };
  const response = await fetch('/api/endpoints', init);
  if (response.status === 401) return NOT_VALID;
  const { endpoints, detail } = await response.json();
  if (!response.ok) return { kind: 'unknown', reason: detail };
  const page = await fetch('/graphql/page', init);
  const service = await page.json();
  if (page.ok) return { kind: 'good', endpoints, service };
  return { kind: 'unknown', reason: service.errors[0].message };
}

/** The key of the browser tab, and what is known of it; a new key is checked at once. */
export function useKey() {
  const [key, setKey] = useState(storedKey);
  const [state, setState] = useState<KeyState>({ kind: key ? 'checking' : 'none' });
  useEffect(() => {
    if (!key) return setState({ kind: 'none' });
    const controller = new AbortController();
    setState({ kind: 'checking' });
    checkKey(key, controller.signal).then(setState, () => {
      if (!controller.signal.aborted) {
        setState({ kind: 'unknown', reason: 'The service cannot be reached' });
      }
    });
    return () => controller.abort();
  }, [key]);
  const use = (next: string) => {
    storeKey(next);
    setKey(next);
  };
  return { key, state, use };
}
