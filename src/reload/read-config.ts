import { readTextSync } from '../auth/files/text-file.ts';
import { WatchedFile, type WatchedFileOptions } from '../auth/files/watched-file.ts';
import { type Config, configFileOf, readConfig } from '../config/config.ts';
import type { FileSettings } from '../config/reloadable.ts';
import { parseConfigFile, type ServiceNames } from './config-file.ts';

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
