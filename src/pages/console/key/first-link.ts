import { storeKey } from '../../shared/stored-key.ts';

/**
 * Takes the key out of the link that a first start prints (`/#key=…`): the address and the entry of the history become
 * those of the page at once. Returns whether there was one.
 */
export function takeKeyFromAddress(): boolean {
  const key = new URLSearchParams(location.hash.slice(1)).get('key');
  if (key === null) return false;
  history.replaceState(null, '', `${location.pathname}#/`);
  storeKey(key.trim());
  return true;
}
