import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { withoutServiceLinks } from './service-link.ts';
import { ENVIRONMENT } from './settings.ts';

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
  readonly shown: string;
  readonly source: 'environment' | '.env' | 'default';
}

/** The part of a zod wrapper that holds a default. */
interface WithDefault {
  readonly def: { readonly defaultValue?: unknown };
}

/** Every variable, in the order of the schema. */
export function settings(): readonly Setting[] {
  return Object.entries(ENVIRONMENT.shape).map(([name, schema]) => ({
    name,
    meaning: schema.description ?? '',
    defaultText: textOf((schema as WithDefault).def.defaultValue),
  }));
}

function textOf(value: unknown): string {
  if (value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Every variable with what it is set to; `file` has those of `.env`, which the start adds to `environment`. */
export function currentSettings(
  environment: NodeJS.ProcessEnv = process.env,
  file: NodeJS.Dict<string> = readEnvFile(),
): readonly CurrentSetting[] {
  const own = withoutServiceLinks(environment);
  return settings().map((setting) => {
    const { name, defaultText } = setting;
    const value = own[name];
    if (value === undefined || value === '') {
      return { ...setting, shown: defaultText, source: 'default' };
    }
    const source = file[name] === value ? '.env' : 'environment';
    return { ...setting, shown: withoutSecrets(name, value), source };
  });
}

function readEnvFile(): NodeJS.Dict<string> {
  try {
    return parseEnv(readFileSync('.env', 'utf8'));
  } catch {
    return {};
  }
}

function withoutSecrets(name: string, value: string): string {
  if (name === 'KEYS') return '…';
  const url = URL.parse(value);
  if (!url?.password) return value;
  url.password = '…';
  return decodeURI(url.href);
}
