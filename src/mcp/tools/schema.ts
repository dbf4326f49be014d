/** A JSON Schema, draft 2020-12. */
export type Schema = Readonly<Record<string, unknown>>;

/** The schema of an object. */
export type ObjectSchema = Schema & { readonly type: 'object' };

/** The schema of an object with these members, which may have others too. */
export function openObject(properties: Schema, required = Object.keys(properties)): ObjectSchema {
  return { type: 'object', properties, required };
}

/** The schema of an object with these members and no others. */
export function closedObject(properties: Schema, required: readonly string[]): ObjectSchema {
  return {
    type: 'object',
    properties,
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  };
}
