import { UsageError } from './command-error.ts';

/** The base URL of a service that an option names, without slashes at its end. */
export function serviceUrl(option: string, url: string): string {
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? '')) {
    throw new UsageError(`${option} "${url}" must be like http://127.0.0.1:4000`);
  }
  return url.replace(/\/+$/, '');
}

/** The key in a variable that an option names: command lines are visible to other users. */
export function serviceKey(
  option: string,
  variable: string,
  environment: Readonly<Record<string, string | undefined>>,
): string {
  const key = environment[variable];
  if (!key) throw new UsageError(`The variable ${variable}, which ${option} names, holds no key`);
  return key;
}
