/** `import … from 'fieldstone'`: what an `endpoint.ts` is written with. */

export { defineEndpoint } from '../endpoint/endpoint.ts';
export type {
  ArgumentsOf,
  ColumnSpec,
  Derivation,
  EndpointDeclaration,
  EndpointSettings,
  EndpointSpec,
  ParameterSpec,
  Specs,
  Spellings,
  TenantSpec,
  ViewSpec,
} from '../endpoint/endpoint-spec.ts';
export type { Spelling, ValueOf } from '../endpoint/spelling.ts';
