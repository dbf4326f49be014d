import { z } from 'zod';

/** Key sets and discovery documents have a few kilobytes. */
const MAX_BYTES = 1_000_000;

const KEY_SET = z.object({ keys: z.array(z.looseObject({ kty: z.string() })) });

const DISCOVERY = z.object({ issuer: z.string(), jwks_uri: z.url({ protocol: /^https?$/ }) });

/** Fetches a key set (RFC 7517); rejects with a message that names the address. */
export async function fetchKeySet(
  url: string,
  signal: AbortSignal,
): Promise<z.output<typeof KEY_SET>> {
  const parsed = KEY_SET.safeParse(await fetchJson(url, signal));
  if (!parsed.success) throw new Error(`${url} has no key set`);
  return parsed.data;
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
    signal,
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
    if (bytes > MAX_BYTES) throw new Error(`${url} answered with more than 1 MB`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
