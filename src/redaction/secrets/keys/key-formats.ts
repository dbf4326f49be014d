import { Pattern } from '../../text/pattern.ts';
import formats from './formats.json' with { type: 'json' };

/** The alphabet and length rule of a key's body. */
export type KeyBody =
  /** Letters, digits, `-` and `_`, in parts joined by dots. */
  | 'text'
  /** Base64, including `+`, `/` and `=`. */
  | 'base64'
  /** Letters and digits, exactly as many as the format specifies. */
  | 'exact'
  /** Letters, digits, `-` and `_`, exactly as many as the format specifies, with a capital letter. */
  | 'mixed'
  /** Hexadecimal digits, exactly as many as the format specifies. */
  | 'hex'
  /** A UUID. */
  | 'uuid';

/** A key format with a vendor-specific prefix; short or common prefixes have exact bodies. */
export interface KeyFormat {
  /** Ends in the separator that triggers the detector, such as `_` or `-`. */
  readonly prefix: string;
  /** A pattern for a body that has parts. */
  readonly body: KeyBody | Pattern;
  /** The minimum length of a body of kind `text` or `base64`; the exact length of the others. */
  readonly length: number;
}

/** Key formats with a vendor prefix and a separator. */
export const KEY_FORMATS: readonly KeyFormat[] = formats.prefixed.flatMap(
  ({ prefixes, body, length = 0, pattern }) =>
    prefixes.map((prefix) => ({
      prefix,
      // The file contains only these kinds.
      body: pattern === undefined ? (body as KeyBody) : new Pattern(new RegExp(pattern)),
      length,
    })),
);
