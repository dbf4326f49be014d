import { FieldstoneError } from '../../errors.ts';

type Translation = (cause: unknown) => FieldstoneError;

const tooLarge: Translation = (cause) =>
  new FieldstoneError('REQUEST_TOO_LARGE', 'The body is larger than 1 MiB', { cause });

const tooLong: Translation = (cause) =>
  new FieldstoneError('REQUEST_TOO_LARGE', 'The URL is longer than 16 KiB', { status: 414, cause });

const badMediaType: Translation = (cause) =>
  new FieldstoneError(
    'UNSUPPORTED_MEDIA_TYPE',
    'The body must be application/json or application/x-www-form-urlencoded',
    { cause },
  );

const bad =
  (message: string): Translation =>
  (cause) =>
    new FieldstoneError('BAD_USER_INPUT', message, { cause });

const TRANSLATIONS: Readonly<Record<string, Translation>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: tooLarge,
  FST_ERR_MAX_PARAM_LENGTH: tooLong,
  FST_ERR_CTP_INVALID_MEDIA_TYPE: badMediaType,
  FST_ERR_BAD_URL: bad('The path is not valid percent-encoded UTF-8'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: bad('The body does not have the length that was announced'),
  FST_ERR_CTP_EMPTY_JSON_BODY: bad('The body is empty, which is not JSON'),
  FST_ERR_CTP_INVALID_JSON_BODY: bad('The body is not valid JSON'),
};

/** Maps Fastify's own errors to our codes; undefined for errors that the client did not cause. */
export function translateFastifyError(error: unknown): FieldstoneError | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code, statusCode } = error as { code?: string; statusCode?: number };
  const translate = code !== undefined && Object.hasOwn(TRANSLATIONS, code) && TRANSLATIONS[code];
  if (translate) return translate(error);
  // Fastify's JSON parser, and a body that ends early, set this status without a Fastify code.
  return statusCode === 400 ? bad('The request cannot be read')(error) : undefined;
}
