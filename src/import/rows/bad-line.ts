/** Why a line cannot be imported; the import reports it and continues. */
export class BadLine extends Error {
  override name = 'BadLine' as const;
}
