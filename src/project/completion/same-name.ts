/** Whether two names of parameters or columns are the same: GoogleSQL compares them without case. */
export function sameName(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
