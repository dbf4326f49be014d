// What npm runs after an installation in a clone, as the script `dependencies` (with `prepare`, npm would warn of a script
// where the package is installed): builds the pages where their packages are installed. Plain CommonJS, so that an
// older Node does not fail the installation; their places then say what is missing.
'use strict';

const { existsSync } = require('node:fs');
const { join } = require('node:path');

const [major] = process.versions.node.split('.').map(Number);
const isInstalled = ['vite', 'graphiql'].every((name) =>
  existsSync(join(__dirname, '../../node_modules', name)),
);
if (major >= 24 && isInstalled) void import('./build.ts');
