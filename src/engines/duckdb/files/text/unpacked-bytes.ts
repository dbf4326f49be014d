import { createReadStream } from 'node:fs';
import { createGunzip, createZstdDecompress } from 'node:zlib';
import { packingOf } from '../file-format.ts';
import { unpackFrames } from './unpack-frames.ts';

/** The unpacked bytes of a text file; throws where the file is cut or not packed as its name says. */
export function unpackedBytes(path: string): AsyncIterable<Buffer> {
  const bytes: AsyncIterable<Buffer> = createReadStream(path);
  const packing = packingOf(path);
  if (!packing) return bytes;
  return unpackFrames(bytes, packing === 'gzip' ? createGunzip : createZstdDecompress);
}
