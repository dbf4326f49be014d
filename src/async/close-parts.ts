/** A part of the service; undefined where it is not there. */
type Part = { close(): unknown } | undefined;

/** Closes parts in parallel: one that hangs or fails does not keep the others from closing. */
export async function closeTogether(parts: readonly Part[]): Promise<void> {
  await Promise.allSettled(parts.map(async (part) => part?.close()));
}

/** One part that closes others one after another, also behind one that fails. */
export function inOrder(...parts: readonly Part[]): { close(): Promise<void> } {
  return {
    async close() {
      for (const part of parts) await closeTogether([part]);
    },
  };
}
