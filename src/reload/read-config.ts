import { readTextSync } from '../auth/files/text-file.ts';
import { type FileState, WatchedFile } from '../auth/files/watched-file.ts';
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
export interface WatchConfigOptions {
  readonly file: string;
  readonly names: ServiceNames;
  /** Puts a configuration in force; throws, and changes nothing, if it cannot be used. */
  readonly use: (config: Config) => void;
  /** Called once for each unusable state of the file; the settings in force stay. */
  readonly onError: (error: Error) => void;
  /** @default the process's own */
  readonly environment?: NodeJS.ProcessEnv;
  readonly pollMs?: number | undefined;
}

/** A watched `CONFIG_FILE`. */
export interface WatchedConfig {
  readonly state: FileState;
  close(): void;
}

/** Reads the file now and after each change; what is used is always the whole configuration. */
export function watchConfig({
  file,
  names,
  use,
  onError,
  environment,
  pollMs,
}: WatchConfigOptions): WatchedConfig {
  return new WatchedFile({
    file,
    load: (text) => use(readConfig(environment, settingsIn(file, text, names))),
    onError,
    pollMs,
  });
}

function settingsIn(file: string, text: string | undefined, names: ServiceNames): FileSettings {
  try {
    if (text === undefined) throw new Error('there is no such file');
    return parseConfigFile(text, names);
  } catch (cause) {
    throw new Error(`Cannot use the settings in "${file}": ${(cause as Error).message}`, { cause });
  }
}
