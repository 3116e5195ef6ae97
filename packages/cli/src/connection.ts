import { Atrium } from 'atrium-sdk';
import type { Arguments, Options } from './arguments.ts';
import { CommandError, exitCodes, UsageError } from './command-error.ts';
import { defaultProfile, type Profile, readProfile } from './config.ts';

export const connectionOptions = {
  profile: { type: 'string' },
  url: { type: 'string' },
  'api-key': { type: 'string' },
  timeout: { type: 'string' },
} as const satisfies Options;

export const connectionHelp = `  --profile NAME       the profile of atrium login; ATRIUM_PROFILE, or "default"
  --url URL            the server; ATRIUM_URL, or that of the profile
  --api-key KEY        ATRIUM_API_KEY, or that of the profile; - reads it from standard input (login only)
  --timeout SECONDS    the time of one attempt (60)`;

export interface Connection {
  readonly client: Atrium;
  readonly profileName: string;
  /** Undefined when address and key come from options or the environment. */
  readonly profile: Profile | undefined;
}

export const profileName = (given: Arguments): string =>
  given.text('profile') ?? (process.env.ATRIUM_PROFILE || defaultProfile);

/** Options come before the environment, and the environment before the profile. */
export function connect(given: Arguments): Connection {
  const name = profileName(given);
  const profile = readProfile(name);
  if (given.text('profile') !== undefined && !profile)
    throw new CommandError(
      `There is no profile ${name}. Create it: atrium login --profile ${name}`,
      exitCodes.forbidden,
    );
  const url = withoutSlash(given.text('url') ?? (process.env.ATRIUM_URL || profile?.url));
  if (url === undefined) throw new CommandError('You are not signed in. Run: atrium login', exitCodes.forbidden);
  // The key of a profile goes to the server of that profile only.
  const own = profile && withoutSlash(profile.url) === url ? profile : undefined;
  const key = given.text('api-key') ?? (process.env.ATRIUM_API_KEY || own?.apiKey || own?.token);
  if (key === undefined)
    throw new CommandError(
      `There is no key for ${url}. Run: atrium login --url ${url}, or set ATRIUM_API_KEY`,
      exitCodes.forbidden,
    );
  return { client: newClient(url, key, given), profileName: name, profile: own };
}

export function newClient(url: string, key: string | undefined, given: Arguments): Atrium {
  if (!/^https?:\/\//i.test(url)) throw new UsageError(`"${url}" must begin with http:// or https://`);
  const seconds = given.integer('timeout', 1);
  return new Atrium({
    url,
    apiKey: key,
    headers: { 'user-agent': `atrium-cli/${__VERSION__}` },
    ...(seconds !== undefined && { timeoutMs: seconds * 1000 }),
  });
}

export const withoutSlash = <T extends string | undefined>(url: T): T => url?.replace(/\/+$/, '') as T;
