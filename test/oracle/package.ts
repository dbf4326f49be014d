import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

/** Where the reference implementation is installed; git ignores it. */
export const ORACLE_DIRECTORY = fileURLToPath(new URL('../../.oracle/', import.meta.url));

const PACKAGES = {
  '@fivetrandevelopers/zetasql': '1.13.0',
  '@grpc/grpc-js': '1.14.7',
  '@grpc/proto-loader': '0.8.1',
};

/** Whether the reference implementation is installed. */
export function isOracleInstalled(): boolean {
  return existsSync(serverDirectory());
}

/** Installs the reference implementation with npm, 340 MB, in exact versions. */
export function installOracle(): void {
  mkdirSync(ORACLE_DIRECTORY, { recursive: true });
  const manifest = { name: 'oracle', version: '1.0.0', private: true, dependencies: PACKAGES };
  writeFileSync(`${ORACLE_DIRECTORY}package.json`, `${JSON.stringify(manifest, null, 2)}\n`);
  const { status } = spawnSync('npm', ['install', '--no-audit', '--no-fund'], {
    cwd: ORACLE_DIRECTORY,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Error('Cannot install the reference implementation with npm');
}

/** The folder with the server's executable and its protocol definitions. */
export function serverDirectory(): string {
  return `${ORACLE_DIRECTORY}node_modules/@fivetrandevelopers/zetasql/lib/zetasql/`;
}

/** Loads a package from the oracle's own folder; the caller names the part of its interface that it uses. */
export function requireFromOracle<Package>(name: keyof typeof PACKAGES): Package {
  return createRequire(`${ORACLE_DIRECTORY}package.json`)(name);
}
