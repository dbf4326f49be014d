import type { Config } from '../config/config.ts';
import type { FileSettings } from '../config/reloadable.ts';
import { namesOf } from '../endpoint/names.ts';
import { ENDPOINTS } from '../endpoints/index.ts';
import { readFileSettings, readWholeConfig } from '../reload/read-config.ts';

/** The configuration as the service would read it. */
export function readCommandConfig(): Config {
  return readWholeConfig(namesOf(ENDPOINTS));
}

/** The settings in `CONFIG_FILE`. */
export function readCommandFile(): FileSettings {
  return readFileSettings(namesOf(ENDPOINTS));
}
