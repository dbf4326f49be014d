import { JsonReader } from './json-reader.ts';

/** How many bytes of a text printed SQL passes on: the maximum length of an argument. */
const MAX_PASSED_BYTES = 32 * 1024;

/**
 * The JSON text of the value at a JSON Pointer, or null. The text need not be whole JSON: it is read up to the end of
 * that value. Numbers stay as they are written.
 */
export function searchJson(bytes: Buffer, pointer: string): string | null {
  const reader = new JsonReader(bytes.toString());
  const found = reader.find(stepsOf(pointer));
  if (bytes.length === MAX_PASSED_BYTES && reader.needsMore) {
    throw new Error(
      'GoogleSQL: JSON functions are not supported over STRINGs of more than 32 KB that are not JSON as a whole',
    );
  }
  return found ?? null;
}

/** Printed SQL writes `$` for the whole. */
function stepsOf(pointer: string): readonly string[] {
  if (pointer === '$') return [];
  const steps = pointer.split('/').slice(1);
  return steps.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}
