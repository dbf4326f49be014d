import { price } from '../bill/price.ts';
import type { Config } from '../config/config.ts';
import type { McpRouteOptions } from '../mcp/route.ts';

/** What the configuration decides of tools. */
export function toolOptions({
  bigquery,
  host,
  pricePerTib,
  publicUrl,
  tokens,
}: Config): Required<Pick<McpRouteOptions, 'address' | 'authorization' | 'priceOf'>> {
  const issuer = tokens?.issuer;
  const isKnown = issuer !== undefined && publicUrl !== undefined;
  const hasSlots = bigquery?.pricing === 'slots';
  return {
    priceOf: (bytes) => (hasSlots ? undefined : price(bytes, pricePerTib)),
    authorization: isKnown ? { issuer, resource: publicUrl } : undefined,
    address: { publicUrl, isLoopback: /^(?:localhost|127\.[\d.]+|::1)$/.test(host) },
  };
}
