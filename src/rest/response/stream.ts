import { pipeline, Readable, type Transform } from 'node:stream';
import { createBrotliCompress, createGzip, createZstdCompress, constants as zlib } from 'node:zlib';
import type { RunResult } from '../../execution/run-result.ts';
import { acceptedCodings, type Coding, fastestCoding } from '../../server/content-coding.ts';
import { encodePieces } from '../../values/encode.ts';
import { commonHeaders, contentHeaders, type RequestedForm } from './representation.ts';

/** An answer that is encoded while it is sent. */
export interface StreamedAnswer {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readable;
}

/** Streams the rows of an uncached result, so that the encoded bytes are never all in memory. */
export function streamAnswer(form: RequestedForm, result: RunResult): StreamedAnswer {
  const { columns, rows } = result;
  const coding = fastestCoding(acceptedCodings(form.headers));
  const plain = Readable.from(encodePieces(columns, rows, form.format), { objectMode: false });
  const encoder = encoderOf(coding);
  return {
    headers: { ...commonHeaders(result), ...contentHeaders(form, coding) },
    // If the client disconnects, the pipeline destroys the encoder and its source.
    body: encoder ? pipeline(plain, encoder, () => {}) : plain,
  };
}

function encoderOf(coding: Coding): Transform | undefined {
  if (coding === 'gzip') return createGzip({ level: 1 });
  if (coding === 'zstd') {
    return createZstdCompress({ params: { [zlib.ZSTD_c_compressionLevel]: 1 } });
  }
  if (coding !== 'br') return undefined;
  return createBrotliCompress({ params: { [zlib.BROTLI_PARAM_QUALITY]: 1 } });
}
