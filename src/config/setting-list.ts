import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { withoutServiceLinks } from './config.ts';
import meanings from './meanings.json' with { type: 'json' };
import type { FileSettings } from './reloadable.ts';
import { ENVIRONMENT } from './settings.ts';
import { settingPath } from './settings-folder.ts';

/** A variable as an operator sees it. */
export interface Setting {
  readonly name: string;
  readonly meaning: string;
  /** As it would be written; empty without a default. */
  readonly defaultText: string;
}

/** A variable with what it is set to. */
export interface CurrentSetting extends Setting {
  /** Without secrets; the default if it is not set. */
  readonly valueText: string;
  readonly source: 'environment' | '.env' | 'CONFIG_FILE' | 'default';
  /** Whether `CONFIG_FILE` has it too, without effect. */
  readonly isOverridden: boolean;
}

/** What each variable means; each has an entry. */
const MEANINGS: Readonly<Record<keyof typeof ENVIRONMENT.shape, string>> = meanings;

/** The part of a zod wrapper that holds a default. */
interface WithDefault {
  readonly def: { readonly defaultValue?: unknown };
}

/** Every variable, in the order of the schema. */
export function settings(): readonly Setting[] {
  return Object.entries(ENVIRONMENT.shape).map(([name, schema]) => ({
    name,
    meaning: MEANINGS[name as keyof typeof MEANINGS],
    defaultText: textOf((schema as WithDefault).def.defaultValue),
  }));
}

function textOf(value: unknown): string {
  if (value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Where settings come from, in the order of their precedence. */
export interface SettingSources {
  readonly environment?: NodeJS.ProcessEnv;
  /** Variables of `.env`, which the start adds to the environment. */
  readonly envFile?: NodeJS.Dict<string>;
  readonly configFile?: FileSettings;
}

/** Every variable with what it is set to. */
export function currentSettings({
  environment = process.env,
  envFile = readEnvFile(),
  configFile = {},
}: SettingSources = {}): readonly CurrentSetting[] {
  const own = withoutServiceLinks(environment);
  const members = new Map(Object.entries(configFile));
  return settings().map((setting) => {
    const { name, defaultText } = setting;
    const value = own[name];
    const isMember = members.has(name);
    if (value) {
      const source = envFile[name] === value ? '.env' : 'environment';
      return { ...setting, valueText: withoutSecrets(name, value), source, isOverridden: isMember };
    }
    const source = isMember ? 'CONFIG_FILE' : 'default';
    const valueText = isMember ? memberText(members.get(name)) : defaultText;
    return { ...setting, valueText, source, isOverridden: false };
  });
}

/** A member as its variable would be written. */
function memberText(value: unknown): string {
  return Array.isArray(value) ? value.join(',') : textOf(value);
}

function readEnvFile(): NodeJS.Dict<string> {
  try {
    return parseEnv(readFileSync(settingPath('.env'), 'utf8'));
  } catch {
    return {};
  }
}

/** Variables that are secret as a whole. */
const SECRET: ReadonlySet<string> = new Set([
  'CURSOR_SECRET',
  'KEYS',
  'OTEL_EXPORTER_OTLP_HEADERS',
]);

function withoutSecrets(name: string, value: string): string {
  if (SECRET.has(name)) return '…';
  const url = URL.parse(value);
  if (!url?.password) return value;
  url.password = '…';
  return decodeURI(url.href);
}
