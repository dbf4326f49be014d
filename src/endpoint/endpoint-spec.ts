import type { Spelling, ValueOf } from './spelling.ts';

/** What is declared of a parameter; what is left out is said by the head comment, or inferred from the SQL. */
export interface ParameterSpec {
  readonly type?: Spelling | undefined;
  readonly description?: string | undefined;
  /** The allowed values, each with its name in the GraphQL enum. */
  readonly values?: Readonly<Record<string, string>>;
  /** The GraphQL enum's name; by default made from the endpoint's and the parameter's names. */
  readonly enumName?: string;
  /** The value that others outside `values` behave as; without it they are errors. */
  readonly fallback?: string;
  /** Whether `''` counts as not sent. */
  readonly emptyIsAbsent?: boolean;
  /** An argument for examples. */
  readonly example?: string;
}

/** What is declared of a result column; its type is inferred, unless it is declared as never NULL. */
export interface ColumnSpec {
  /** With `!` where it is never NULL although that cannot be proven. */
  readonly type?: Spelling | undefined;
  readonly description?: string | undefined;
  /** The GraphQL scalar, where it is not the one of the type. */
  readonly scalar?: 'ID' | 'DateTime' | undefined;
  /** The GraphQL type of the entries of a REPEATED record, and the prefix of its nested types; adds a `…Json` field. */
  readonly recordName?: string | undefined;
}

/** A CTE of the stored query that GraphQL offers as pages of typed rows, newest first. */
export interface ViewSpec {
  /** The CTE; its rows are ordered by its table's time (TIMESTAMP) and its column `id` (STRING). */
  readonly cte: string;
  /** The GraphQL type of its rows, and the prefix of their nested types. */
  readonly typeName: string;
  readonly description?: string | undefined;
}

/** How the stored query separates tenants. */
export interface TenantSpec {
  /** The parameter that names the tenant. */
  readonly parameter: string;
  /** `equal`: compared with the tenant column; `pattern`: a regular expression over another column. */
  readonly match: 'equal' | 'pattern';
}

/** Settings of an endpoint. */
export interface EndpointSettings {
  readonly maxRows: number;
  /** How long a result is fresh; undefined for results that are never cached. */
  readonly cacheSeconds: number | undefined;
  /** Refresh interval of results in use; undefined if they are not warmed. */
  readonly warmSeconds: number | undefined;
  readonly sandbox: boolean;
  readonly redactPii: boolean;
  /** Whether callers may limit and order the rows. */
  readonly shape: boolean;
  /** Maximum billed bytes of one query; by default the engine's limit. */
  readonly maxBytesBilled?: number;
}

/** Parameters by name. */
export type Specs = Readonly<Record<string, ParameterSpec>>;
/** Types by name. */
export type Spellings = Readonly<Record<string, Spelling>>;

/** The coerced arguments of an endpoint with these parameters. */
export type ArgumentsOf<Parameters extends Specs> = {
  readonly [Name in keyof Parameters]: ValueOf<NonNullable<Parameters[Name]['type']>>;
};

/**
 * Internal parameters computed from arguments and the request's clock; callers and sandbox SQL cannot refer to them.
 */
export interface Derivation<
  Parameters extends Specs = Specs,
  Used extends keyof Parameters & string = keyof Parameters & string,
  Derived extends Spellings = Spellings,
> {
  /** The parameters that `compute` reads. */
  readonly uses: readonly Used[];
  readonly parameters: Derived;
  /** `now` and TIMESTAMP values are microseconds since the epoch. */
  compute(
    values: Pick<ArgumentsOf<Parameters>, Used>,
    now: bigint,
  ): { readonly [Name in keyof Derived]: ValueOf<Derived[Name]> };
}

/** The declaration in an endpoint's folder: what its SQL and its head comment do not say. */
export interface EndpointSpec<
  Parameters extends Specs = Specs,
  Used extends keyof Parameters & string = keyof Parameters & string,
  Derived extends Spellings = Spellings,
> {
  /** UUID, lower case. @default made from the name */
  readonly id?: string | undefined;
  readonly description?: string | undefined;
  readonly deprecated?: string | undefined;
  readonly parameters?: Parameters | undefined;
  /** Where every scan of a table with a tenant must be restricted to the tenant in a parameter. */
  readonly tenant?: TenantSpec | undefined;
  readonly derive?: Derivation<Parameters, Used, Derived> | undefined;
  readonly columns?: Readonly<Record<string, ColumnSpec>> | undefined;
  readonly returns?: 'many' | 'one' | undefined;
  /** By GraphQL field name. */
  readonly views?: Readonly<Record<string, ViewSpec>> | undefined;
  /**
   * A caller's SQL for examples, where the endpoint has a sandbox. Pages for newcomers show an endpoint with one first.
   *
   * @default a SELECT of the first view
   */
  readonly exampleSql?: string | undefined;
  readonly settings?: Partial<EndpointSettings> | undefined;
}

/** A declaration as far as it does not depend on the types of its parameters. */
export type UntypedSpec = Omit<EndpointSpec, 'derive'> & {
  readonly derive?: Pick<Derivation, 'uses' | 'parameters'> | undefined;
};

/** What `defineEndpoint` returns. */
export type EndpointDeclaration = Omit<UntypedSpec, 'derive'> & {
  readonly derive?: Derivation | undefined;
};
