import type { CodegenConfig } from '@graphql-codegen/cli';

/** Typed documents from the committed contract; `npm run codegen`. */
const config: CodegenConfig = {
  // Printed by graphql itself: codegen's own printer drops the default values of a code-first schema.
  schema: 'schema/schema.graphql',
  documents: ['test/client/**/*.ts', 'test/client/**/*.graphql'],
  generates: {
    'test/generated/': {
      preset: 'client',
      presetConfig: {
        fragmentMasking: false,
        persistedDocuments: { hashAlgorithm: 'sha256' },
      },
      config: {
        enumsAsTypes: true,
        useTypeImports: true,
        strictScalars: true,
        defaultScalarType: 'unknown',
        scalars: {
          DateTime: 'string',
          Int64: 'number | string',
          JSON: 'unknown',
          SafeInt: 'number',
        },
      },
    },
  },
  importExtension: '.ts',
};

export default config;
