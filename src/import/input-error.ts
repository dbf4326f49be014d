/** An input that cannot be imported whatever its rows are, such as one of a wrong format; the message says what would be right. */
export class InputError extends Error {
  override name = 'InputError' as const;
}
