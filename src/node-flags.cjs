// The flags of Node for the service and its engine processes. Plain CommonJS, so that an older Node can read it.
'use strict';

/**
 * Of the process that serves requests. A small young generation, collected often, keeps the heap small; with pages or
 * allocation sites promoted early, objects of requests would lie in the old generation until a full collection, which
 * holds the event loop for tens of milliseconds.
 */
exports.SERVICE = [
  '--max-semi-space-size=16',
  '--heap-growing-percent=30',
  '--no-page-promotion',
  '--no-allocation-site-pretenuring',
];

/**
 * Of an engine process. V8 does not see DuckDB's native memory, and without these limits would let its heap grow until
 * the process is killed.
 */
exports.ENGINE = ['--max-old-space-size=256', '--max-semi-space-size=16'];
