/** Where this page and `/docs` keep the key of the browser tab. */
const STORED = 'fieldstone-key';

/** The key of this browser tab; empty if none was given. */
export function storedKey(): string {
  return sessionStorage.getItem(STORED) ?? '';
}

/** Keeps a key until the browser tab is closed. */
export function storeKey(key: string): void {
  if (key) sessionStorage.setItem(STORED, key);
  else sessionStorage.removeItem(STORED);
}

/** An endpoint that the key may run. */
export interface OpenEndpoint {
  readonly name: string;
  readonly sandbox: boolean;
  readonly redacted: boolean;
  readonly parameters: readonly { readonly name: string; readonly pinned?: string }[];
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
  | { readonly kind: 'good'; readonly endpoints: readonly OpenEndpoint[] }
  | { readonly kind: 'refused' | 'unknown'; readonly reason: string };

const NOT_VALID: KeyState = { kind: 'refused', reason: 'This key is not valid' };

/** Asks the service what a key may run, by REST: a document could be refused where only trusted ones run. */
export async function checkKey(key: string, signal: AbortSignal): Promise<KeyState> {
  if (/[^\0-\xff]/.test(key)) return NOT_VALID; // Browsers send no header of such characters.
  const response = await fetch('/api/endpoints', { headers: { 'X-API-KEY': key }, signal });
  if (response.status === 401) return NOT_VALID;
  const { endpoints, detail } = await response.json();
  return response.ok ? { kind: 'good', endpoints } : { kind: 'unknown', reason: detail };
}
