/** A GraphQL response, or what the page shows where the service gave none. */
export type Result = Readonly<Record<string, unknown>>;
