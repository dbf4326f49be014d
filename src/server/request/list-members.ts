/** Beyond what any client sends: 40 KB of members would hold the event loop for up to 100 ms. */
const MAX_MEMBERS = 100;

/** The members of a list in a header, such as the ranges of `Accept`; the first hundred count. */
export function listMembers(header: string): readonly string[] {
  return header.split(',', MAX_MEMBERS);
}
