import { savedBytes } from '../../bill/savings.ts';
import { isOwnRun, type RunResult } from '../../execution/run-result.ts';
import type { Builder } from './builder.ts';
import { memberFields } from './builder.ts';

/** Adds the types shared by all results; returns the interface. */
export function addResultTypes(builder: Builder) {
  const cacheStatus = builder.enumType('CacheStatus', {
    description: 'Where the rows of an answer came from.',
    values: {
      HIT: { description: 'Fresh rows from the cache.' },
      STALE: {
        description:
          'Rows from the cache past their freshness, while new ones are computed or cannot be had.',
      },
      MISS: { description: 'Computed for this request.' },
      COLLAPSED: { description: 'Computed for another request at the same time.' },
      BYPASS: { description: 'Computed for this request; the endpoint keeps no results.' },
    } as const,
  });
  const meta = builder.objectRef<RunResult>('ResultMeta').implement({
    description: 'How an answer came about.',
    fields: (t) => ({
      ...memberFields<RunResult>({
        cacheStatus: [cacheStatus, 'Where the rows came from.'],
        computedAt: ['DateTime', 'When the rows were computed.'],
        ageSeconds: ['Int', 'How old the rows are, in whole seconds.'],
        redacted: ['Boolean', 'Whether personal data in the rows was replaced by `REDACTED`.'],
        definitionVersion: [
          'String',
          "Hash of the endpoint's definition; another one means that the endpoint has changed.",
        ],
      })(t),
      bytesBilled: t.field({
        type: 'SafeInt',
        nullable: true,
        description:
          'Bytes that this answer was billed for; 0 for rows from the cache and on the embedded engine. Null for rows computed for a key with a pinned tenant: the bytes are those of all tenants.',
        resolve: (result) => (result.isPinned && isOwnRun(result) ? null : result.bytesBilled),
      }),
      bytesSaved: t.field({
        type: 'SafeInt',
        nullable: true,
        description:
          'Bytes that this answer was not billed for, because of the cache, a run that it shared, or partitions and columns that were not read; 0 on the embedded engine. Null for a key with a pinned tenant: the bytes are those of all tenants.',
        resolve: (result) => (result.isPinned ? null : savedBytes(result.saved)),
      }),
    }),
  });
  return builder.interfaceRef<RunResult>('EndpointResult').implement({
    description: 'What every answer of an endpoint has.',
    fields: (t) => ({
      rowCount: t.int({
        nullable: false,
        description: 'Number of rows in this answer.',
        resolve: (result) => result.rows.length,
      }),
      truncated: t.exposeBoolean('truncated', {
        nullable: false,
        description: "Whether rows past the endpoint's maximum were cut.",
      }),
      meta: t.field({
        type: meta,
        nullable: false,
        description: 'How this answer came about.',
        resolve: (result) => result,
      }),
    }),
  });
}

/** The interface that every result type implements. */
export type ResultInterface = ReturnType<typeof addResultTypes>;
