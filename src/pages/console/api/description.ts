/** A column of an endpoint, of a view, or of the answer to a caller's SQL, as `/api/endpoints` describes it. */
export interface Column {
  readonly name: string;
  /** BigQuery's type, of an element if the mode is REPEATED; `STRUCT` has fields. */
  readonly type: string;
  readonly mode: 'NULLABLE' | 'REPEATED';
  /** Whether no value is null; absent where that is not known. */
  readonly required?: boolean;
  readonly description?: string;
  /** What a GraphQL operation selects of it; absent in views and nested columns. */
  readonly selection?: string;
  readonly fields?: readonly Column[];
}

/** A parameter of an endpoint, as this key may use it. */
export interface Parameter {
  readonly name: string;
  /** BigQuery's type: `STRING`, `ARRAY<INT64>`. */
  readonly type: string;
  readonly required: boolean;
  readonly description: string;
  /** The argument of the GraphQL field. */
  readonly argument: string;
  readonly values?: readonly string[];
  /** The same values in GraphQL. */
  readonly enumValues?: readonly string[];
  readonly default?: unknown;
  readonly pinned?: string;
  readonly example?: unknown;
}

/** A view that SQL of the key's own may read. */
export interface View {
  readonly name: string;
  /** The column that orders its rows in time; null without one. */
  readonly time: string | null;
  readonly columns: readonly Column[];
}

/** What the key may know of an endpoint. */
export interface Endpoint {
  readonly name: string;
  readonly description: string;
  readonly deprecated: string | null;
  readonly path: string;
  /** The field of GraphQL's `Query`. */
  readonly field: string;
  readonly parameters: readonly Parameter[];
  readonly columns: readonly Column[];
  readonly returns: 'many' | 'one';
  readonly tenant: string | null;
  readonly views: readonly View[];
  readonly sandbox: boolean;
  readonly maxRows: number;
  readonly limit: boolean;
  readonly orderBy: readonly string[];
  readonly cacheSeconds: number | null;
  readonly redacted: boolean;
}

/** What the key may run. */
export interface Catalogue {
  /** Whether runs are billed by their bytes. */
  readonly billed: boolean;
  readonly endpoints: readonly Endpoint[];
}
