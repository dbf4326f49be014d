import { type Authenticator, withKeyLimits } from '../auth/caller.ts';
import type { FileState } from '../auth/files/watched-file.ts';
import type { Identity } from '../auth/open-identity.ts';
import type { Config } from '../config/config.ts';
import type { ServerSettings } from '../request/settings.ts';
import { type WatchConfigOptions, watchConfig } from './config-file.ts';

/** Options of `openSettings`. */
export interface OpenSettingsOptions extends Omit<WatchConfigOptions, 'file' | 'use'> {
  readonly identity: Pick<Identity, 'authenticator' | 'withClaims'>;
  /** Called after the start and each reload with the members of the file that variables come before. */
  readonly onOverridden: (names: readonly string[]) => void;
  readonly onReload: () => void;
}

/** Settings that follow `CONFIG_FILE`. */
export interface OpenSettings {
  /** Those in force. */
  readonly current: () => ServerSettings;
  /** Undefined without a file. */
  readonly fileState: () => FileState | undefined;
  close(): void;
}

/** The server's settings, which are replaced as a whole when `CONFIG_FILE` changes. */
export function openSettings(config: Config, options: OpenSettingsOptions): OpenSettings {
  const { onOverridden, onReload } = options;
  const { configFile: file } = config;
  let claims = config.tokens?.claims;
  /** The authenticator with `claims`, before the limits of the settings. */
  let keys = options.identity.authenticator;
  let current = settingsOf(config, keys);
  if (file === undefined) {
    return { current: () => current, fileState: () => undefined, close: () => {} };
  }
  let isStarted = false;
  const use = (changed: Config) => {
    const { overridden, tokens } = changed;
    const isOther = tokens !== undefined && tokens.claims !== claims;
    // Everything that can fail comes before the first assignment.
    const changedKeys = isOther ? options.identity.withClaims(tokens.claims) : keys;
    current = settingsOf(changed, changedKeys);
    keys = changedKeys;
    claims = tokens?.claims;
    if (isStarted) onReload();
    if (overridden.length > 0) onOverridden(overridden);
    isStarted = true;
  };
  const watched = watchConfig({ ...options, file, use });
  return {
    current: () => current,
    fileState: () => watched.state,
    close: () => watched.close(),
  };
}

function settingsOf(config: Config, keys: Authenticator): ServerSettings {
  const { countCached, refusalsPerMinute, requestsPerMinute } = config;
  return Object.freeze({
    keys: withKeyLimits(keys, config.keyLimits),
    corsOrigins: config.corsOrigins,
    rates: { requestsPerMinute, refusalsPerMinute, countCached },
    aliases: config.endpointAliases,
  });
}
