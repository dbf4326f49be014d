/** Why a command cannot be carried out as it was given; says what would be right. */
export class UsageError extends Error {
  override name = 'UsageError' as const;
}
