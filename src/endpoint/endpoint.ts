import type { Header, ProvenType, Query, ResolvedStatement, Type } from '#googlesql';
import { checkSpec } from './check-spec.ts';
import type {
  EndpointDeclaration,
  EndpointSettings,
  EndpointSpec,
  ParameterSpec,
  Specs,
  Spellings,
  TenantSpec,
  ViewSpec,
} from './endpoint-spec.ts';

/** The value of an argument or a default: as `value.ts` of the compiler defines, with INT64 and TIMESTAMP as bigint. */
export type ArgumentScalar = string | bigint | number | boolean;

/** A parameter of an endpoint, with its type as declared or inferred. */
export interface Parameter
  extends Pick<
    ParameterSpec,
    'description' | 'values' | 'enumName' | 'fallback' | 'emptyIsAbsent'
  > {
  /** A scalar, or an array of scalars. */
  readonly type: Type;
  /** Whether it is never NULL: it must be sent unless it has a default. */
  readonly isRequired: boolean;
  readonly default?: ParameterDefault | undefined;
  /** An argument for examples, in the formats of the REST path. */
  readonly example?: unknown;
}

/** The value of a parameter that is not sent. */
export interface ParameterDefault {
  readonly value: ArgumentScalar | readonly ArgumentScalar[];
  /** As GoogleSQL writes it: `'EUR'`, `DATE '2026-01-01'`. */
  readonly text: string;
}

/** A result column of an endpoint. */
export interface EndpointColumn {
  /** As written in the query. */
  readonly name: string;
  /** The GraphQL field. */
  readonly field: string;
  readonly type: ProvenType;
  readonly description?: string | undefined;
  /** Whether `!` was declared, not proven: a NULL in it is an error of the endpoint. */
  readonly isAsserted: boolean;
  /** The GraphQL scalar, where it is not the one of the type. */
  readonly scalar?: string | undefined;
  /** The GraphQL type of the entries of a REPEATED record, where it is not named by its place; adds a `…Json` field. */
  readonly recordName?: string | undefined;
}

/** What an endpoint's text and its declaration say, before anything is inferred. */
export interface EndpointSource {
  readonly name: string;
  /** The file of the SQL, as in messages. */
  readonly file: string;
  readonly sql: string;
  readonly header: Header;
  readonly declaration: EndpointDeclaration;
  /** Of the module with the declaration; undefined without one. */
  readonly codeVersion?: string | undefined;
}

/** An endpoint's statement, resolved. */
export interface CompiledText {
  readonly kind: 'compiled';
  /** With its clock pinned. */
  readonly query: Query;
  readonly resolved: ResolvedStatement;
}

/** An endpoint's statement that is BigQuery's own and not compiled here: `@engine bigquery`. */
export interface ForeignText {
  readonly kind: 'foreign';
  /** What follows the head comment, with `\n` as line ends. */
  readonly sql: string;
  /** SHA-256 of it, in hexadecimal. */
  readonly hash: string;
}

/** An endpoint as the rest of the service sees it: its text, and the types that were declared or inferred. */
export interface Endpoint {
  /** UUID, lower case. */
  readonly id: string;
  readonly name: string;
  /** The field of GraphQL's `Query`. */
  readonly field: string;
  readonly description?: string | undefined;
  /** Why it should not be used any more. */
  readonly deprecated?: string | undefined;
  /** The file of the SQL, as in messages. */
  readonly file: string;
  readonly sql: string;
  readonly statement: CompiledText | ForeignText;
  /** By name as first written. */
  readonly parameters: Readonly<Record<string, Parameter>>;
  /** In the order of the query. */
  readonly columns: readonly EndpointColumn[];
  /** `one`: at most one row is answered. */
  readonly returns: 'many' | 'one';
  readonly tenant?: TenantSpec | undefined;
  readonly derive: {
    readonly uses: readonly string[];
    readonly parameters: Spellings;
    compute(values: Readonly<Record<string, unknown>>, now: bigint): Record<string, unknown>;
  };
  /** Another one where the code that derives parameters may be another; undefined without a module. */
  readonly codeVersion?: string | undefined;
  readonly views?: Readonly<Record<string, ViewSpec>> | undefined;
  readonly exampleSql?: string | undefined;
  readonly settings: EndpointSettings;
}

/** Declares what an endpoint's SQL and its head comment cannot say; throws an `Error` that names the problem. */
export function defineEndpoint<
  const Parameters extends Specs,
  const Used extends keyof Parameters & string,
  const Derived extends Spellings,
>(spec: EndpointSpec<Parameters, Used, Derived>): EndpointDeclaration {
  checkSpec(spec);
  // The generic signature has checked `compute` against the declaration; from here on names are data.
  return Object.freeze({ ...spec }) as unknown as EndpointDeclaration;
}
