import type { Authenticator } from '../auth/authenticator.ts';
import type { FileState } from '../auth/files/watched-file.ts';
import { withKeyLimits } from '../auth/key-limits.ts';
import type { Identity } from '../auth/open-identity.ts';
import type { Config } from '../config/config.ts';
import type { ServerSettings } from '../server/settings.ts';
import { type WatchConfigOptions, watchConfig } from './read-config.ts';

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
  const live = new LiveSettings(config, options.identity);
  if (file === undefined) {
    return { current: () => live.current, fileState: () => undefined, close: () => {} };
  }
  let isStarted = false;
  const use = (changed: Config) => {
    live.use(changed);
    if (isStarted) onReload();
    if (changed.overridden.length > 0) onOverridden(changed.overridden);
    isStarted = true;
  };
  const watched = watchConfig({ ...options, file, use });
  return {
    current: () => live.current,
    fileState: () => watched.state,
    close: () => watched.close(),
  };
}

class LiveSettings {
  readonly #identity: OpenSettingsOptions['identity'];
  #claims: string | undefined;
  /** By `#claims`, without limits. */
  #keys: Authenticator;
  #current: ServerSettings;

  constructor(config: Config, identity: OpenSettingsOptions['identity']) {
    this.#identity = identity;
    this.#claims = config.tokens?.claims;
    this.#keys = identity.authenticator;
    this.#current = settingsOf(config, this.#keys);
  }

  get current(): ServerSettings {
    return this.#current;
  }

  /** Everything that can fail comes before the first assignment. */
  use(config: Config): void {
    const claims = config.tokens?.claims;
    const isOther = claims !== undefined && claims !== this.#claims;
    const keys = isOther ? this.#identity.withClaims(claims) : this.#keys;
    const current = settingsOf(config, keys);
    this.#claims = claims;
    this.#keys = keys;
    this.#current = current;
  }
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
