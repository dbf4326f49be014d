import fc from 'fast-check';

/** The same cases at every run, so that nobody's change fails by chance; the fuzzers look for new ones. */
fc.configureGlobal({ seed: 20_261_121 });
