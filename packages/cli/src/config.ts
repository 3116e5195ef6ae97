import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { CommandError } from './command-error.ts';

/** A server and how this machine signs in to it. */
export interface Profile {
  readonly url: string;
  readonly apiKey?: string | undefined;
  readonly token?: string | undefined;
  readonly accountKey?: string | undefined;
  readonly email?: string | undefined;
  /** The secret of `atrium listen`, so that it is the same tomorrow. */
  readonly listenSecret?: string | undefined;
}

interface Config {
  readonly profiles: Readonly<Record<string, Profile>>;
}

export const defaultProfile = 'default';

function configFolder(): string {
  const { ATRIUM_CONFIG_DIR, XDG_CONFIG_HOME, APPDATA } = process.env;
  if (ATRIUM_CONFIG_DIR) return ATRIUM_CONFIG_DIR;
  if (process.platform === 'win32' && APPDATA) return path.join(APPDATA, 'atrium');
  return path.join(XDG_CONFIG_HOME || path.join(os.homedir(), '.config'), 'atrium');
}

export const configFile = (): string => path.join(configFolder(), 'config.json');

function readConfig(): Config {
  const file = configFile();
  try {
    const { profiles } = JSON.parse(readFileSync(file, 'utf8')) as Partial<Config>;
    return { profiles: profiles ?? {} };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { profiles: {} };
    throw new CommandError(
      `${file} cannot be read (${(error as Error).message}). Mend or remove it, then: atrium login`,
    );
  }
}

export const readProfile = (name: string): Profile | undefined => {
  const { profiles } = readConfig();
  return Object.hasOwn(profiles, name) ? profiles[name] : undefined;
};

/** Stores a profile, or removes it. Only this user may read the file, because it contains keys. */
export function writeProfile(name: string, profile: Profile | undefined): void {
  const { [name]: _, ...others } = readConfig().profiles;
  const profiles = profile === undefined ? others : { ...others, [name]: profile };
  const file = configFile();
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  const unfinished = `${file}.${process.pid}`;
  try {
    writeFileSync(unfinished, `${JSON.stringify({ profiles }, null, 2)}\n`, { mode: 0o600 });
    chmodSync(unfinished, 0o600);
    renameSync(unfinished, file);
  } finally {
    rmSync(unfinished, { force: true });
  }
}
