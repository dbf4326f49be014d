/** The description of a part of the schema, as Pothos takes it: without the member if there is none. */
export function described(description: string | undefined): { readonly description?: string } {
  return description === undefined ? {} : { description };
}
