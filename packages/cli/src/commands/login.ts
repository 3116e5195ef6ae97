import type { Atrium } from 'atrium-sdk';
import type { Arguments } from '../arguments.ts';
import type { Command } from '../command.ts';
import { UsageError } from '../command-error.ts';
import { configFile, readProfile, writeProfile } from '../config.ts';
import { connectionOptions, newClient, profileName, withoutSlash } from '../connection.ts';
import { ask, readInput } from '../input.ts';
import { note } from '../output/print.ts';

interface Me {
  readonly user: { readonly email: string };
  readonly accountKey?: string;
}

export const login: Command = {
  name: 'login',
  usage: '[options]',
  summary: 'Signs in, and stores the address and the key on this machine',
  help: `Options
  --url URL            the server
  --api-key KEY        a key of identity/apiKeys; - reads it from standard input, so that no list of processes shows it
  --email EMAIL        signs in with a password in place of a key; the token ends after some days
  --account-key KEY    the account to sign in to with --email
  --password-stdin     reads the password from standard input
  --profile NAME       stores under this name; other commands take it as --profile or ATRIUM_PROFILE
  --remove             forgets the profile

Without --api-key and --email it asks. The file is readable by you only: ~/.config/atrium/config.json

Examples
  atrium login --url https://crm.example.com
  echo "$KEY" | atrium login --url https://crm.example.com --api-key -`,
  options: {
    ...connectionOptions,
    email: { type: 'string' },
    'account-key': { type: 'string' },
    'password-stdin': { type: 'boolean' },
    remove: { type: 'boolean' },
  },
  async run(given) {
    given.requireAtMost(0);
    const name = profileName(given);
    const before = readProfile(name);
    if (given.flag('remove')) {
      writeProfile(name, undefined);
      note(before ? `The profile ${name} is removed.` : `There is no profile ${name}.`);
      return;
    }
    const url = withoutSlash(given.text('url') ?? (process.env.ATRIUM_URL || (await ask('Address of the server: '))));
    const email = given.text('email');
    const { client, credentials } = email === undefined ? await byKey(given, url) : await byPassword(given, url, email);
    const { user } = await client.action<Me>('GET', '/api/identity/me');
    const listenSecret = before && withoutSlash(before.url) === url ? before.listenSecret : undefined;
    writeProfile(name, { url, ...credentials, email: user.email, listenSecret });
    note(`Signed in to ${url} as ${user.email}. Stored in ${configFile()}${name === 'default' ? '' : ` as ${name}`}.`);
  },
};

interface Entered {
  readonly client: Atrium;
  readonly credentials:
    | { readonly apiKey: string }
    | { readonly token: string; readonly accountKey?: string | undefined };
}

async function byKey(given: Arguments, url: string): Promise<Entered> {
  const option = given.text('api-key');
  const typed = option === '-' ? (await readInput('-')).trim() : option;
  const apiKey = typed ?? (process.env.ATRIUM_API_KEY || (await ask('API key: ', { secret: true })));
  if (apiKey === '') throw new UsageError('the API key is empty');
  return { client: newClient(url, apiKey, given), credentials: { apiKey } };
}

async function byPassword(given: Arguments, url: string, email: string): Promise<Entered> {
  const accountKey = given.text('account-key');
  const password = given.flag('password-stdin')
    ? (await readInput('-')).replace(/\r?\n$/, '')
    : await ask('Password: ', { secret: true });
  const client = newClient(url, undefined, given);
  const { token } = await client.login({ email, password, accountKey });
  return { client, credentials: { token, accountKey } };
}
