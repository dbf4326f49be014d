import { useEffect, useState } from 'react';
import { checkKey, type KeyState, storedKey, storeKey } from './key.ts';

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
