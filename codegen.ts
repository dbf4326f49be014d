import type { CodegenConfig } from '@graphql-codegen/cli';
import { scalars } from './examples/scalars.ts';

const config = {
  enumsAsTypes: true,
  useTypeImports: true,
  strictScalars: true,
  defaultScalarType: 'unknown',
  scalars,
};

// Printed by graphql itself: codegen's own printer drops the default values of a code-first schema.
const schema = 'schema/schema.graphql';

/** Typed documents from the committed contracts; `npm run codegen`. */
const codegen: CodegenConfig = {
  generates: {
    'test/generated/': {
      schema,
      documents: ['test/client/**/*.ts', 'test/client/**/*.graphql'],
      preset: 'client',
      presetConfig: {
        fragmentMasking: false,
        persistedDocuments: { hashAlgorithm: 'sha256' },
      },
      config,
    },
    'examples/generated/': {
      schema,
      documents: ['examples/**/*.{ts,tsx}', '!examples/generated/**', '!examples/shop/**'],
      preset: 'client',
      presetConfig: { fragmentMasking: false },
      config,
    },
    'examples/shop/page/generated/': {
      schema: 'examples/shop/schema/schema.graphql',
      documents: ['examples/shop/page/*.ts'],
      preset: 'client',
      presetConfig: { fragmentMasking: false },
      // A page needs no parser: a document is its text.
      config: { ...config, documentMode: 'string' },
    },
  },
  importExtension: '.ts',
};

export default codegen;
