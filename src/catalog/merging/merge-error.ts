/** Why a stored query cannot be merged; the message continues `its query cannot be merged …: it `. */
export class MergeError extends Error {
  override name = 'MergeError' as const;
}
