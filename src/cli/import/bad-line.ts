/** Why a line of the input cannot become a row; the import reports it and goes on. */
export class BadLine extends Error {
  override name = 'BadLine' as const;
}
