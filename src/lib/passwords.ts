import { compare, hash } from 'bcrypt';

const rounds = 12;
/** bcrypt ignores bytes after this length. */
const maxBytes = 72;

export interface Passwords {
  hash(password: string): Promise<string>;
  /** A missing hash takes as long as a wrong password, so that the timing does not reveal which addresses exist. */
  matches(password: string, hashed: string | null): Promise<boolean>;
}

/** Runs bcrypt on the thread pool: a login takes a quarter of a second of CPU, but not on the event loop. */
export function createPasswords(cost: number = rounds): Passwords {
  let decoy: Promise<string> | undefined;
  return {
    hash: (password) => hash(password, cost),
    async matches(password, hashed) {
      // bcrypt would compare only the first 72 bytes of a longer password.
      if (hashed !== null && Buffer.byteLength(password) <= maxBytes) return compare(password, hashed);
      decoy ??= hash('nobody has this password', cost);
      await compare(password, await decoy);
      return false;
    },
  };
}
