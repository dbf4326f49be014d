import { type ErrorCode, FieldstoneError, type FieldstoneErrorOptions } from '../../errors.ts';

type Translation = readonly [ErrorCode, message: string, FieldstoneErrorOptions?];

/** Fastify's errors that clients cause, by its codes. */
const TRANSLATIONS: Readonly<Record<string, Translation>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: ['REQUEST_TOO_LARGE', 'The body is larger than 1 MiB'],
  FST_ERR_MAX_PARAM_LENGTH: ['REQUEST_TOO_LARGE', 'The URL is longer than 16 KiB', { status: 414 }],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [
    'UNSUPPORTED_MEDIA_TYPE',
    'The body must be application/json or application/x-www-form-urlencoded',
  ],
  FST_ERR_BAD_URL: ['BAD_USER_INPUT', 'The path is not valid percent-encoded UTF-8'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [
    'BAD_USER_INPUT',
    'The body does not have the length that was announced',
  ],
};

/** Maps Fastify's own errors to our codes; undefined for errors that the client did not cause. */
export function translateFastifyError(cause: unknown): FieldstoneError | undefined {
  if (!(cause instanceof Error)) return undefined;
  const { code = '', statusCode } = cause as { code?: string; statusCode?: number };
  const known = Object.hasOwn(TRANSLATIONS, code) ? TRANSLATIONS[code] : undefined;
  // A body that ends early sets this status without a Fastify code.
  if (!known && statusCode !== 400) return undefined;
  const [own, message, options] = known ?? ['BAD_USER_INPUT', 'The request cannot be read'];
  return new FieldstoneError(own, message, { ...options, cause });
}
