import { readMacros } from '#googlesql/runtime';

/** The macros that reading of files relies on: an engine runs them once, after the compiler's `PRELUDE`. */
export const FILES_PRELUDE: readonly string[] = [
  'error',
  'text-values',
  'stored-values',
  'json-values',
].flatMap((file) => readMacros(new URL(`./macros/${file}.sql`, import.meta.url)));
