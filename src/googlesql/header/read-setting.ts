import { parse } from '@humanwhocodes/momoa';
import { excerpt } from '../excerpt.ts';
import { SqlError } from '../sql-error.ts';
import { parseByteSize, parseDuration } from './quantities.ts';
import type { Tag } from './split-tags.ts';
import type { TagName } from './tag-names.ts';
import { type Placed, TagReader } from './tag-reader.ts';

/** What the tags that are there once at most say. */
export interface HeaderSettings {
  /** `@returns one`. */
  readonly returnsOne?: Placed<true>;
  /** Seconds. */
  readonly cache?: Placed<number | 'off'>;
  /** Seconds. */
  readonly warm?: Placed<number | 'off'>;
  readonly maxRows?: Placed<number>;
  readonly maxBytes?: Placed<number>;
  readonly sandbox?: Placed<boolean>;
  readonly redact?: Placed<boolean>;
  /** The parameter that carries the tenant. */
  readonly tenant?: Placed<string>;
  readonly engine?: Placed<'bigquery'>;
  /** In lower case. */
  readonly id?: Placed<string>;
  readonly deprecated?: Placed<string>;
  /** Arguments by the names of parameters. */
  readonly example?: Placed<Readonly<Record<string, unknown>>>;
}

/** Reads a tag of a setting; throws an `SqlError` at the place of its value in the SQL. */
export function readSetting(tag: Tag & { readonly name: SettingName }): HeaderSettings {
  const reader = new TagReader(tag);
  const { name } = tag;
  if (name === 'example') return { example: readExample(reader) };
  const { value: text, offset: start } = reader.rest();
  const [member, read, form] = READERS[name];
  const value = read(text);
  const offset = text === '' ? tag.at : start;
  if (value !== undefined) return { [member]: { value, offset } };
  const not = text === '' ? 'nothing' : `"${excerpt(text)}"`;
  throw new SqlError(`@${name} cannot be ${not}: write ${form}`, offset);
}

/** A tag that is there once at most. */
export type SettingName = Exclude<TagName, 'param' | 'column'>;

type Reader = readonly [
  member: keyof HeaderSettings,
  /** The value of a text; undefined if it has none. */
  read: (text: string) => unknown,
  /** What a message says of the texts that have a value. */
  form: string,
];

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const READERS: Readonly<Record<Exclude<SettingName, 'example'>, Reader>> = {
  returns: ['returnsOne', (text) => text === 'one' || undefined, '"@returns one"'],
  cache: ['cache', duration, '"@cache 15m" (s, m, h or d) or "@cache off"'],
  warm: ['warm', duration, '"@warm 5m" (s, m, h or d) or "@warm off"'],
  maxRows: ['maxRows', rows, '"@maxRows 500"'],
  maxBytes: ['maxBytes', parseByteSize, '"@maxBytes 10GB"'],
  sandbox: ['sandbox', flag, '"@sandbox" or "@sandbox off"'],
  redact: ['redact', flag, '"@redact" or "@redact off"'],
  tenant: ['tenant', matching(/^[A-Za-z]\w*$/), 'the name of a parameter: "@tenant project"'],
  engine: ['engine', matching(/^bigquery$/), '"@engine bigquery"'],
  id: [
    'id',
    (text) => matching(UUID)(text)?.toLowerCase(),
    'a UUID: "@id 3f0e4a52-6f8e-4d53-9a2c-7d0f6f1f8a11"',
  ],
  deprecated: ['deprecated', matching(/./), 'what to use instead: "@deprecated Use orders.by-day"'],
};

function duration(text: string): number | 'off' | undefined {
  return text === 'off' ? text : parseDuration(text);
}

function rows(text: string): number | undefined {
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
}

function flag(text: string): boolean | undefined {
  return text === '' ? true : text === 'off' ? false : undefined;
}

function matching(pattern: RegExp): (text: string) => string | undefined {
  return (text) => (pattern.test(text) ? text : undefined);
}

function readExample(reader: TagReader): NonNullable<HeaderSettings['example']> {
  const { value: text, offset } = reader.rawRest();
  const refuse = (what: string, at: number) =>
    new SqlError(`${what}, like {"currency": "EUR"}`, offset + at);
  const json = parseJson(text);
  if (json instanceof Error) {
    const { offset: at = 0 } = json as { readonly offset?: number };
    throw refuse('The arguments of @example are not JSON', at);
  }
  if (typeof json !== 'object' || json === null || Array.isArray(json)) {
    throw refuse('The arguments of @example are not an object', 0);
  }
  return { value: json as Readonly<Record<string, unknown>>, offset };
}

/** The value of a JSON text, or the error, which has an offset where momoa found it. */
function parseJson(text: string): unknown {
  try {
    parse(text, { mode: 'json' });
    return JSON.parse(text);
  } catch (error) {
    return error;
  }
}
