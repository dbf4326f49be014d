import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished, vi } from 'vitest';
import { createKey } from '../../src/auth/keys/key-record.ts';
import { openIdentity } from '../../src/auth/open-identity.ts';
import { readWholeConfig } from '../../src/reload/config-file.ts';
import { openSettings } from '../../src/reload/open-settings.ts';
import { MemoryRateLimiter, type RateLimiter } from '../../src/request/rate-limiter.ts';
import { type Gateway, gateway } from './gateway.ts';
import { NAMES } from './service-names.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { tenantRows } from './tenant-rows.ts';

/** What a test may choose. */
export interface ReloadingGatewayOptions {
  /** What the file holds at first. */
  readonly settings?: object;
  /** Variables beside `CONFIG_FILE` and `KEYS`. */
  readonly environment?: Readonly<Record<string, string>>;
  readonly limiter?: RateLimiter;
}

/** A gateway whose `CONFIG_FILE` can be changed. */
export interface ReloadingGateway extends Gateway {
  /** A key of `KEYS`, and its id. */
  readonly secret: string;
  readonly keyId: string;
  readonly file: string;
  /** What was reported of the file: `again` for each reload, errors, and variables that come before it. */
  readonly reports: readonly string[];
  /** Puts settings into the file and resolves once they are in force. */
  change(settings: object): Promise<void>;
  /** Puts a text into the file and resolves to what is reported next. */
  report(text: string): Promise<string | undefined>;
  readonly isInForce: () => boolean | undefined;
}

/** Builds a gateway over rows of two tenants, as `main.ts` does, which looks at its file every few milliseconds. */
export async function reloadingGateway({
  settings = {},
  environment = {},
  limiter = new MemoryRateLimiter(),
}: ReloadingGatewayOptions = {}): Promise<ReloadingGateway> {
  const file = join(temporaryFolder(), 'config.json');
  const replace = (text: string) => {
    writeFileSync(`${file}.new`, text);
    renameSync(`${file}.new`, file);
  };
  replace(JSON.stringify(settings));
  const grant = { name: 'ci', endpoints: undefined, pins: {}, redact: false, sandbox: true };
  const { secret, record } = createKey({ ...grant, expires: undefined }, new Date());
  const KEYS = JSON.stringify({ version: 1, keys: [record] });
  const variables = { KEYS, CONFIG_FILE: file, ...environment };
  const config = readWholeConfig(NAMES, variables);
  const identity = await openIdentity(config, {
    makesFirstKey: false,
    scopes: NAMES,
    onKeyFileError: () => {},
    onTokenKeysError: () => {},
    onTokenRefusal: () => {},
  });
  const reports: string[] = [];
  const live = openSettings(config, {
    identity,
    names: NAMES,
    environment: variables,
    pollMs: 5,
    onReload: () => reports.push('again'),
    onError: ({ message }) => reports.push(message),
    onOverridden: (names) => reports.push(`overridden: ${names.join(', ')}`),
  });
  onTestFinished(() => {
    live.close();
    identity.close();
  });
  const made = await gateway({
    rows: tenantRows('2026-07-01T11:00:00Z'),
    changing: { settings: live.current, limiter },
  });
  const report = async (text: string) => {
    const before = reports.length;
    replace(text);
    await vi.waitUntil(() => reports.length > before, { timeout: 60_000, interval: 2 });
    return reports[before];
  };
  return {
    ...made,
    secret,
    keyId: record.id,
    file,
    reports,
    report,
    change: async (changed) => {
      const said = await report(JSON.stringify(changed));
      if (said !== 'again') throw new Error(said);
    },
    isInForce: () => live.fileState()?.isInForce,
  };
}
