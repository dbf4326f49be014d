import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';

/** A JSON Schema. */
export interface Schema {
  readonly type?: string | readonly string[];
  readonly const?: string;
  readonly enum?: readonly string[];
  readonly default?: string;
  readonly maxLength?: number;
  readonly examples?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

/** A parameter of an operation. */
export interface Parameter {
  readonly name: string;
  readonly in: 'query' | 'header' | 'path';
  readonly required?: boolean;
  readonly schema: Schema;
  readonly example?: string;
}

/** An operation, its references resolved. */
export interface Operation {
  readonly path: string;
  readonly method: string;
  readonly needsKey: boolean;
  readonly parameters: readonly Parameter[];
  readonly body: Readonly<Record<string, { readonly schema: Schema; readonly example?: object }>>;
  readonly responses: Readonly<Record<string, ResponseSpec>>;
}

interface ResponseSpec {
  readonly headers: Readonly<Record<string, { readonly schema: object }>>;
  readonly content: Readonly<Record<string, { readonly schema: object }>>;
}

type Json = Readonly<Record<string, unknown>>;

/** An OpenAPI document: its operations, and a check of values by its schemas. */
export class Contract {
  readonly operations: readonly Operation[];
  readonly #document: Json;
  readonly #ajv = new Ajv2020({
    strict: false,
    allErrors: false,
    // A member of all objects, such as `constructor`, is none of a body.
    ownProperties: true,
  });
  readonly #checks = new Map<object, ValidateFunction>();

  constructor(document: Json) {
    this.#document = document;
    // The package's types are those of CommonJS.
    (formats as unknown as (ajv: Ajv2020) => void)(this.#ajv);
    this.#ajv.addSchema({ ...document, $id: 'contract' });
    const paths = document['paths'] as Readonly<Record<string, Json>>;
    this.operations = Object.entries(paths).flatMap(([path, item]) =>
      Object.entries(item)
        .filter(([method]) => method !== 'parameters')
        .map(([method, operation]) => this.#operation(path, item, method, operation as Json)),
    );
  }

  /** What is wrong with a value; undefined if it is of the schema. */
  fault(schema: object, value: unknown): string | undefined {
    const check =
      this.#checks.get(schema) ?? this.#ajv.compile(JSON.parse(JSON.stringify(absolute(schema))));
    this.#checks.set(schema, check);
    return check(value) ? undefined : this.#ajv.errorsText(check.errors);
  }

  #operation(path: string, item: Json, method: string, operation: Json): Operation {
    const common = (item['parameters'] ?? []) as readonly Json[];
    const own = (operation['parameters'] ?? []) as readonly Json[];
    const { content = {} } = (operation['requestBody'] ?? {}) as { content?: Operation['body'] };
    const responses = operation['responses'] as Readonly<Record<string, Json>>;
    return {
      path,
      method: method.toUpperCase(),
      needsKey: (operation['security'] as readonly object[] | undefined)?.length !== 0,
      parameters: [...common, ...own].map((one) => this.#resolve(one) as unknown as Parameter),
      body: content,
      responses: Object.fromEntries(
        Object.entries(responses).map(([status, one]) => [status, this.#response(one)]),
      ),
    };
  }

  #response(one: Json): ResponseSpec {
    const { headers = {}, content = {} } = this.#resolve(one) as Partial<ResponseSpec>;
    const named = Object.entries(headers).map(([name, header]) => [
      name.toLowerCase(),
      this.#resolve(header as unknown as Json),
    ]);
    return { headers: Object.fromEntries(named), content };
  }

  #resolve(value: Json): Json {
    const reference = value['$ref'];
    if (typeof reference !== 'string') return value;
    const found = reference
      .slice('#/'.length)
      .split('/')
      .reduce<unknown>((at, name) => (at as Json)[name], this.#document);
    return found as Json;
  }
}

/** The schema with references that lead from anywhere. */
function absolute(schema: object): unknown {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"contract#/'));
}
