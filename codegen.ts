import type { CodegenConfig } from '@graphql-codegen/cli';
import { scalars } from './examples/scalars.ts';

const config = {
  enumsAsTypes: true,
  useTypeImports: true,
  strictScalars: true,
  defaultScalarType: 'unknown',
  scalars,
};

/** Typed documents from the committed contract; `npm run codegen`. */
const codegen: CodegenConfig = {
  // Printed by graphql itself: codegen's own printer drops the default values of a code-first schema.
  schema: 'schema/schema.graphql',
  generates: {
    'test/generated/': {
      documents: ['test/client/**/*.ts', 'test/client/**/*.graphql'],
      preset: 'client',
      presetConfig: {
        fragmentMasking: false,
        persistedDocuments: { hashAlgorithm: 'sha256' },
      },
      config,
    },
    'examples/generated/': {
      documents: ['examples/**/*.{ts,tsx}', '!examples/generated/**'],
      preset: 'client',
      presetConfig: { fragmentMasking: false },
      config,
    },
  },
  importExtension: '.ts',
};

export default codegen;
