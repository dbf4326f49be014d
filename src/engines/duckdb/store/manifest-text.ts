import { createHash } from 'node:crypto';
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

/** Parses the text of a table's manifest; throws an `Error` if it is not one that this release can read. */
export function parseManifest(text: string, table: string): Manifest {
  const { format, sha256, ...signed } = members.parse(JSON.parse(text));
  if (format === UNSIGNED_FORMAT) return manifestShape.parse(signed);
  if (format !== FORMAT) {
    throw new Error(`its format is ${format}, and this release reads format ${FORMAT}`);
  }
  if (sha256 !== hashOf(signed)) throw new Error('it has another content');
  const { table: owner, ...manifest } = signed;
  if (owner !== table) throw new Error(`it is the manifest of table "${owner}"`);
  return manifestShape.parse(manifest);
}

/** Of the members, not of their text: printing what was parsed gives the same text again. */
function hashOf(signed: object): string {
  return createHash('sha256').update(JSON.stringify(signed)).digest('hex');
}
