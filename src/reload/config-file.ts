import type { z } from 'zod';
import {
  JsonFault,
  type JsonPath,
  parseBySchema,
  type StrictJson,
} from '../auth/files/strict-json.ts';
import { readTextSync } from '../auth/files/text-file.ts';
import { WatchedFile, type WatchedFileOptions } from '../auth/files/watched-file.ts';
import { CLAIM_MAPPING, type ClaimScopes, checkClaimNames } from '../auth/tokens/claim-mapping.ts';
import { type Config, configFileOf, readConfig } from '../config/config.ts';
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

/** The settings in the file that `CONFIG_FILE` names; none without it. Throws, naming the place, if one is wrong. */
export function readFileSettings(
  names: ServiceNames,
  environment?: NodeJS.ProcessEnv,
): FileSettings {
  const file = configFileOf(environment);
  return file === undefined ? {} : settingsIn(file, readTextSync(file), names);
}

/** The configuration of the environment and of its `CONFIG_FILE`; throws one line if either is wrong. */
export function readWholeConfig(names: ServiceNames, environment?: NodeJS.ProcessEnv): Config {
  return readConfig(environment, readFileSettings(names, environment));
}

/** Options of `watchConfig`. */
export interface WatchConfigOptions
  extends Pick<WatchedFileOptions, 'file' | 'onError' | 'pollMs'> {
  readonly names: ServiceNames;
  /** Puts a configuration in force; throws, and changes nothing, if it cannot be used. */
  readonly use: (config: Config) => void;
  /** @default the process's own */
  readonly environment?: NodeJS.ProcessEnv;
}

/** Reads the file now and after each change; what is used is always the whole configuration. */
export function watchConfig(options: WatchConfigOptions): WatchedFile {
  const { file, names, use, onError, environment, pollMs } = options;
  const load = (text: string | undefined) =>
    use(readConfig(environment, settingsIn(file, text, names)));
  return new WatchedFile({ file, load, onError, pollMs });
}

function settingsIn(file: string, text: string | undefined, names: ServiceNames): FileSettings {
  try {
    if (text === undefined) throw new Error('there is no such file');
    return parseConfigFile(text, names);
  } catch (cause) {
    throw new Error(`Cannot use the settings in "${file}": ${(cause as Error).message}`, { cause });
  }
}
