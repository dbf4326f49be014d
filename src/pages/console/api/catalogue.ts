import type { Catalogue } from './description.ts';
import { parseExact } from './exact-json.ts';
import { send } from './request.ts';

/** Asks the service what a key may run; throws a `RequestError` if the key is not valid. */
export async function readCatalogue(key: string, signal: AbortSignal): Promise<Catalogue> {
  const response = await send('/api/endpoints', { key, signal });
  return parseExact(await response.text()) as unknown as Catalogue;
}
