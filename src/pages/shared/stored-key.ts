/** Where the pages keep the key: `/docs` uses the same name. */
const STORED = 'fieldstone-key';

/** The key of this browser tab, or that of this machine; empty if none was given. */
export function storedKey(): string {
  return sessionStorage.getItem(STORED) ?? localStorage.getItem(STORED) ?? '';
}

/** Whether the key is stored until it is removed, for every tab. */
export function isKeyRemembered(): boolean {
  return localStorage.getItem(STORED) !== null;
}

/** Stores a key until the tab is closed, or on this machine; an empty one removes it from both. */
export function storeKey(key: string, where: 'tab' | 'machine' = 'tab'): void {
  sessionStorage.removeItem(STORED);
  localStorage.removeItem(STORED);
  if (!key) return;
  const storage = where === 'machine' ? localStorage : sessionStorage;
  storage.setItem(STORED, key);
}

/** Whether a request header may contain the key: browsers send no other characters. */
export function isSendable(key: string): boolean {
  return !/[^\0-\xff]/.test(key);
}
