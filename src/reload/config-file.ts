import type { z } from 'zod';
import { JsonFault, type JsonPath, type StrictJson } from '../auth/files/strict-json.ts';
import { parseBySchema } from '../auth/files/strict-schema.ts';
import { CLAIM_MAPPING, type ClaimScopes, checkClaimNames } from '../auth/tokens/claim-mapping.ts';
import { FILE_SETTINGS, type FileSettings } from '../config/reloadable.ts';

/** The names that settings may mention. */
export interface ServiceNames extends ClaimScopes {
  /** Ids of the endpoints. */
  readonly ids: ReadonlySet<string>;
}

const CONFIG_FILE = FILE_SETTINGS.extend({ CLAIMS: CLAIM_MAPPING.optional() });

/**
 * Parses the text of a `CONFIG_FILE`; throws an `Error` with the place and the fault.
 *
 * Any fault refuses the whole file: a misspelt member would leave a limit or an origin as it was without a word.
 */
export function parseConfigFile(text: string, names: ServiceNames): FileSettings {
  let claims: string | undefined;
  const { CLAIMS, ...settings } = parseBySchema(text, CONFIG_FILE, (parsed, json) => {
    checkAliases(parsed, names, json);
    if (!parsed.CLAIMS) return;
    checkClaimNames(parsed.CLAIMS, names, json, ['CLAIMS']);
    claims = JSON.stringify((json.value as { readonly CLAIMS: unknown }).CLAIMS);
  });
  return claims === undefined ? settings : { ...settings, CLAIMS: claims };
}

function checkAliases(
  { ENDPOINT_ALIASES: aliases = {} }: z.output<typeof CONFIG_FILE>,
  { endpoints, ids }: ServiceNames,
  { lineOf }: StrictJson,
): void {
  const fault = (message: string, path: JsonPath) => new JsonFault(message, path, lineOf(path));
  const taken = new Set(ids);
  for (const [alias, name] of Object.entries(aliases)) {
    const path = ['ENDPOINT_ALIASES', alias];
    if (!endpoints.has(name)) {
      throw fault(`there is no endpoint "${name}"; known are ${[...endpoints].join(', ')}`, path);
    }
    // UUIDs are compared without case.
    if (taken.has(alias.toLowerCase())) throw fault('is the id of an endpoint already', path);
    taken.add(alias.toLowerCase());
  }
}
