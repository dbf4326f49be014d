import { hash } from 'node:crypto';
import { z } from 'zod';
import { type Manifest, manifestShape } from './manifest.ts';

/** The version of the format that this release writes. */
const FORMAT = 2;

/** The format before, which has neither the table's name nor a hash. */
const UNSIGNED_FORMAT = 1;

const members = z.record(z.string(), z.unknown());

/** The text of a table's manifest, with the table's name and a hash: an entry that is lost would be rows lost. */
export function printManifest(manifest: Manifest, table: string): string {
  const signed = { table, ...manifest };
  return JSON.stringify({ format: FORMAT, sha256: hashOf(signed), ...signed });
}

/** Parses the text of a table's manifest; throws an `Error` with one line if this release cannot read it. */
export function parseManifest(text: string, table: string): Manifest {
  const { format, sha256, ...signed } = parseMembers(text);
  if (format === UNSIGNED_FORMAT) return shaped(signed);
  if (format !== FORMAT) {
    throw new Error(`its format is ${format}, and this release reads format ${FORMAT}`);
  }
  if (sha256 !== hashOf(signed)) throw new Error('it has another content');
  const { table: owner, ...manifest } = signed;
  if (owner !== table) throw new Error(`it is the manifest of table "${owner}"`);
  return shaped(manifest);
}

function parseMembers(text: string): Readonly<Record<string, unknown>> {
  try {
    return members.parse(JSON.parse(text));
  } catch (cause) {
    throw new Error('it is not a JSON object', { cause });
  }
}

function shaped(value: unknown): Manifest {
  const { data, error } = manifestShape.safeParse(value);
  if (!error) return data;
  const [issue] = error.issues;
  const place = ['manifest', ...(issue?.path ?? [])].join('.');
  throw new Error(`${place}: ${issue?.message}`, { cause: error });
}

/** Of the members, not of their text: printing what was parsed gives the same text again. */
function hashOf(signed: object): string {
  return hash('sha256', JSON.stringify(signed));
}
