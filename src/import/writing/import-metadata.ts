import { z } from 'zod';

/** The version of the metadata that this release writes. */
const VERSION = 1;

const metadataShape = z.object({
  version: z.number(),
  table: z.string(),
  /** The base name of the input. */
  source: z.string(),
  /** Hash of the unpacked input, in hexadecimal. */
  sha256: z.string(),
  /** What `--tenant` filled. */
  tenant: z.string().optional(),
  /** When it was imported, in ISO 8601. */
  at: z.string(),
  rows: z.number(),
  badLines: z.number(),
});

/** What the metadata of an import's file say of it. */
export type ImportMetadata = Omit<z.infer<typeof metadataShape>, 'version'>;

/** The key of the text in Parquet's metadata. */
export const METADATA_KEY = 'fieldstone';

/** The text in Parquet's metadata. */
export function printMetadata(metadata: ImportMetadata): string {
  return JSON.stringify({ version: VERSION, ...metadata });
}

/** What the text says; undefined if another program or a later release has written it. */
export function parseMetadata(text: string): ImportMetadata | undefined {
  try {
    const { version, ...metadata } = metadataShape.parse(JSON.parse(text));
    return version === VERSION ? metadata : undefined;
  } catch {
    return undefined;
  }
}
