import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const MODULE = 'github.com/goccy/bigquery-emulator';
/** Pinned: what it cannot do changes from one version to the next. */
const VERSION = 'v0.6.6';

const FOLDER = fileURLToPath(new URL('../../.emulator/', import.meta.url));
const BINARY = `${FOLDER}bigquery-emulator-${VERSION}`;

/**
 * The emulator's program, built where it is not there yet: with Go, clang and twenty minutes, most of them for one C++
 * file that wants some 4 GB of memory.
 *
 * It is built where its module lies and not with `go install`, which asks for the list of all versions first.
 */
export function emulatorBinary(): string {
  if (existsSync(BINARY)) return BINARY;
  mkdirSync(FOLDER, { recursive: true });
  const module = `${MODULE}@${VERSION}`;
  const answer = execFileSync('go', ['mod', 'download', '-json', module], { encoding: 'utf8' });
  const { Dir: directory }: { Dir: string } = JSON.parse(answer);
  // With g++ the C++ sources do not compile.
  const environment = [
    ...['CGO_ENABLED=1', 'CC=clang', 'CXX=clang++'],
    // Unoptimised, as the C++ takes most of the time and memory of the build.
    ...['CGO_CFLAGS=-O0 -g0', 'CGO_CXXFLAGS=-O0 -g0'],
  ];
  const build = ['go', 'build', '-C', directory, '-o', BINARY, './cmd/bigquery-emulator'];
  process.stderr.write(`Building ${module}: this takes long\n`);
  execFileSync('env', [...environment, ...build], { stdio: 'inherit' });
  return BINARY;
}
