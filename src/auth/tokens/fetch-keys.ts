import { createLocalJWKSet } from 'jose';
import { z } from 'zod';

const TIMEOUT_MS = 5_000;

/** Key sets have a few kilobytes. */
const MAX_BYTES = 262_144;

/** Many keys without ids would mean as many signature checks for each wrong token. */
const MAX_KEYS = 50;

const KEY_SET = z.object({
  keys: z.array(z.looseObject({ kty: z.string() })).max(MAX_KEYS, 'has too many keys'),
});

const DISCOVERY = z.object({ issuer: z.string(), jwks_uri: z.url({ protocol: /^https?$/ }) });

/** A key set as it was fetched. */
export interface FetchedKeys {
  readonly find: ReturnType<typeof createLocalJWKSet>;
  /** Equal for equal key sets. */
  readonly text: string;
}

/** Fetches a key set (RFC 7517). */
export async function fetchKeySet(url: string, signal: AbortSignal): Promise<FetchedKeys> {
  const json = await fetchJson(url, signal);
  const parsed = KEY_SET.safeParse(json);
  if (!parsed.success) throw new Error(`${url} has no key set`);
  return { find: createLocalJWKSet(parsed.data), text: JSON.stringify(json) };
}

/** The address of an issuer's key set, by OpenID Connect Discovery. */
export async function discoverKeySet(issuer: string, signal: AbortSignal): Promise<string> {
  const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const parsed = DISCOVERY.safeParse(await fetchJson(url, signal));
  if (!parsed.success) throw new Error(`${url} has no address of a key set`);
  const { issuer: named, jwks_uri: keySet } = parsed.data;
  // The specification requires it: another issuer's document would bring another issuer's keys.
  if (named !== issuer) throw new Error(`${url} is of another issuer than OIDC_ISSUER`);
  if (issuer.startsWith('https:') && !keySet.startsWith('https:')) {
    throw new Error(`${url} names a key set without TLS`);
  }
  return keySet;
}

async function fetchJson(url: string, signal: AbortSignal): Promise<unknown> {
  const response = await fetch(url, {
    headers: { accept: 'application/json' },
    // A redirect could lead to another host than the operator named.
    redirect: 'error',
    signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
  });
  if (!response.ok) {
    await response.body?.cancel();
    throw new Error(`${url} answered with status ${response.status}`);
  }
  const text = await boundedText(response, url);
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Error(`${url} did not answer with JSON`, { cause });
  }
}

async function boundedText({ body }: Response, url: string): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) throw new Error(`${url} answered with more than 256 KiB`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
