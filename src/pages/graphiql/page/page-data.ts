/** What the service tells the page with a key; nothing of it is in the page itself. */
export interface PageData {
  readonly endpoints: readonly PageEndpoint[];
  /** The GraphQL schema in its definition language. */
  readonly schema: string;
}

/** An endpoint as far as example operations need it. */
export interface PageEndpoint {
  readonly name: string;
  readonly description: string;
  /** The field of `Query`. */
  readonly field: string;
  /** The required ones. */
  readonly arguments: readonly PageArgument[];
  /** `row` where at most one row is answered. @default rows */
  readonly rows?: 'row';
  /** The fields of its rows, each with those in it: `lines { sku n }`. */
  readonly columns: readonly string[];
  /** An example of a caller's own SQL; absent where the endpoint takes none. */
  readonly sql?: string;
  /** Whether that is among the first examples. */
  readonly showsSql: boolean;
}

/** A required argument of an endpoint's field. */
export interface PageArgument {
  readonly name: string;
  /** Its name in REST and in `sandbox`. */
  readonly parameter: string;
  /** A value to try, as REST spells it. */
  /** A value of JSON. */
  readonly example: unknown;
  /** The values of its enum as REST spells them, each with its name in GraphQL. */
  readonly values?: Readonly<Record<string, string>>;
}
