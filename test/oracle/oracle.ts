import type { Type } from '../../src/googlesql/types.ts';
import type { Row, Value } from '../../src/googlesql/value.ts';
import { type CatalogTable, catalogRequest } from './catalog.ts';
import { bigQueryLanguage, type LanguageOptions } from './language.ts';
import { type OracleServer, startServer } from './server.ts';
import { decodeType, encodeType, type TypeProto } from './type-proto.ts';
import { decodeValue, encodeValue, type ValueProto } from './value-proto.ts';

/** An output column of a statement. */
export interface OracleColumn {
  readonly name: string;
  readonly type: Type;
}

/** A named parameter and its value; analysis looks at the type only. */
export type OracleParameters = Readonly<
  Record<string, { readonly type: Type; readonly value: Value }>
>;

/** What the reference refuses or fails with, its place included: `Unrecognized name: x [at 1:8]`. */
export interface OracleError {
  readonly error: string;
}

/** What the reference's analyzer says about a statement. */
export type Analysis = { readonly columns: readonly OracleColumn[] } | OracleError;

/** What the reference's evaluator answers. */
export type Evaluation =
  | { readonly columns: readonly OracleColumn[]; readonly rows: readonly Row[] }
  | OracleError;

/** A function as the reference describes it. */
export interface FunctionProto {
  readonly name_path: readonly string[];
  readonly mode: 'SCALAR' | 'AGGREGATE' | 'ANALYTIC';
  readonly signature?: readonly SignatureProto[];
}

/** One way to call a function; a kind like `ARG_TYPE_ANY_1` stands for any type. */
export interface SignatureProto {
  readonly argument?: readonly {
    readonly kind: string;
    readonly type?: (TypeProto & { readonly enum_type?: { readonly enum_name: string } }) | null;
    readonly options: { readonly cardinality: 'REQUIRED' | 'OPTIONAL' | 'REPEATED' };
  }[];
}

/** A catalog that the server has been told of. */
export interface Catalog {
  readonly id: string;
}

/**
 * GoogleSQL's reference implementation in a child process.
 *
 *     const oracle = await Oracle.start();
 *     const views = await oracle.register(catalogViews(fixtureRows));
 *     await oracle.evaluate('SELECT COUNT(*) FROM edge_logs', views);
 */
export class Oracle {
  readonly #server: OracleServer;
  readonly #language: LanguageOptions;

  private constructor(server: OracleServer, language: LanguageOptions) {
    this.#server = server;
    this.#language = language;
  }

  /** Starts the server; `stop` ends it. */
  static async start(): Promise<Oracle> {
    const server = await startServer();
    const maximum = await server.call('GetLanguageOptions', { maximum_features: true });
    return new Oracle(server, bigQueryLanguage(maximum as LanguageOptions));
  }

  stop(): void {
    this.#server.stop();
  }

  /** Makes tables known, once for many statements. */
  async register(tables: readonly CatalogTable[]): Promise<Catalog> {
    const request = catalogRequest(tables, this.#language);
    const { registered_id } = (await this.#server.call('RegisterCatalog', request)) as {
      registered_id: string;
    };
    return { id: registered_id };
  }

  /** The output columns of a statement, or why it is refused. */
  async analyze(
    sql: string,
    catalog: Catalog,
    parameters: OracleParameters = {},
  ): Promise<Analysis> {
    return this.#answer(async () => {
      const response = (await this.#server.call('Analyze', {
        sql_statement: sql,
        registered_catalog_id: catalog.id,
        options: this.#options(parameters),
      })) as AnalyzeResponse;
      const columns = response.resolved_statement.resolved_query_stmt_node.output_column_list;
      return { columns: nameColumns(columns.map((c) => ({ name: c.name, type: c.column.type }))) };
    });
  }

  /**
   * The types that a statement gives to the parameters that nobody declared, by lower-case name; undefined for those
   * that have none anywhere.
   */
  async parameterTypes(
    sql: string,
    catalog: Catalog,
  ): Promise<{ readonly types: ReadonlyMap<string, Type | undefined> } | OracleError> {
    return this.#answer<{ readonly types: ReadonlyMap<string, Type | undefined> } | OracleError>(
      async () => {
        const response = await this.#server.call('Analyze', {
          sql_statement: sql,
          registered_catalog_id: catalog.id,
          options: { ...this.#options({}), allow_undeclared_parameters: true },
        });
        const parameters = parametersIn(response);
        const isKeyword = parameters.some(({ parent }) => parent.type.type_kind === 'TYPE_ENUM');
        return isKeyword ? { error: 'A parameter is a keyword' } : { types: typesOf(parameters) };
      },
    );
  }

  /** The rows of a statement over the tables' contents. */
  async evaluate(
    sql: string,
    catalog: Catalog,
    parameters: OracleParameters = {},
  ): Promise<Evaluation> {
    return this.#answer(async () => {
      const { content, prepared } = (await this.#server.call('EvaluateQuery', {
        sql,
        registered_catalog_id: catalog.id,
        options: this.#options(parameters),
        params: Object.entries(parameters).map(([name, { type, value }]) => ({
          name,
          value: encodeValue(type, value),
        })),
      })) as EvaluateResponse;
      const columns = nameColumns(prepared.columns);
      const rows = (content.table_data?.row ?? []).map(({ cell }) =>
        columns.map(({ type }, i) => decodeValue(type, cell[i] ?? {})),
      );
      return { columns, rows };
    });
  }

  /** The tables that a statement names, each a path, or why it does not parse. */
  async extractTableNames(sql: string): Promise<{ readonly names: string[][] } | OracleError> {
    return this.#answer(async () => {
      const response = (await this.#server.call('ExtractTableNamesFromStatement', {
        sql_statement: sql,
        options: this.#language,
      })) as {
        table_name?: { table_name_segment: string[] }[];
      };
      return { names: (response.table_name ?? []).map((name) => name.table_name_segment) };
    });
  }

  /** The functions of the language, operators included. */
  async functions(): Promise<readonly FunctionProto[]> {
    const request = { language_options: this.#language };
    const response = await this.#server.call('GetBuiltinFunctions', request);
    return (response as { function: FunctionProto[] }).function;
  }

  #options(parameters: OracleParameters): object {
    return {
      language_options: this.#language,
      default_timezone: 'UTC',
      error_message_mode: 'ERROR_MESSAGE_ONE_LINE',
      query_parameters: Object.entries(parameters).map(([name, { type }]) => ({
        name,
        type: encodeType(type),
      })),
    };
  }

  /** Turns the status of a refused statement into an answer; anything else is a fault of the server. */
  async #answer<Answer>(ask: () => Promise<Answer>): Promise<Answer | OracleError> {
    try {
      return await ask();
    } catch (error) {
      const { code, details } = error as { code?: number; details?: string };
      if (code === undefined || code === UNAVAILABLE || details === undefined) throw error;
      return { error: details };
    }
  }
}

/** gRPC's status for a server that is not there any more. */
const UNAVAILABLE = 14;

interface AnalyzeResponse {
  readonly resolved_statement: {
    readonly resolved_query_stmt_node: {
      readonly output_column_list: readonly {
        readonly name: string;
        readonly column: { readonly type: TypeProto };
      }[];
    };
  };
}

interface EvaluateResponse {
  readonly content: {
    readonly table_data?: { readonly row: readonly { readonly cell: readonly ValueProto[] }[] };
  };
  readonly prepared: { readonly columns: readonly { name: string; type: TypeProto }[] };
}

/** Anonymous columns are named as BigQuery names them: `f0_`, `f1_`, … */
function nameColumns(
  columns: readonly { readonly name: string; readonly type: TypeProto }[],
): OracleColumn[] {
  let anonymous = 0;
  return columns.map(({ name, type }) => {
    const isAnonymous = name === '' || name.startsWith('$');
    const given = isAnonymous ? `f${anonymous}_` : name;
    if (isAnonymous) anonymous += 1;
    return { name: given, type: decodeType(type) };
  });
}

/** A parameter in the resolved tree. */
interface ParameterNode {
  readonly parent: { readonly type: TypeProto };
  readonly name: string;
  readonly is_untyped: boolean;
}

function typesOf(parameters: readonly ParameterNode[]): ReadonlyMap<string, Type | undefined> {
  const types = new Map<string, Type | undefined>();
  for (const { name, parent, is_untyped } of parameters) {
    const key = name.toLowerCase();
    types.set(key, is_untyped ? types.get(key) : decodeType(parent.type));
  }
  return types;
}

function parametersIn(message: unknown): readonly ParameterNode[] {
  if (typeof message !== 'object' || message === null) return [];
  return Object.entries(message).flatMap(([key, value]) =>
    // The protocol says what is behind this name.
    key === 'resolved_parameter_node' && value ? [value as ParameterNode] : parametersIn(value),
  );
}
