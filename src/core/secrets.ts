import { createHmac } from 'node:crypto';
import type { Database } from '#db/database.ts';
import { StartupError } from '#lib/startup-error.ts';

export type SecretName = 'JWT_SECRET' | 'ENCRYPTION_KEY';

/** The two values of a secret that a node knows: it writes with the current one and reads with both. */
export interface SecretPair<T extends string | Buffer> {
  readonly current: T;
  readonly previous?: T | undefined;
}

interface Stored {
  readonly fingerprint: string;
  readonly previous: string | null;
}

/** Says whether two nodes have the same secret, and tells nothing else of it. */
const fingerprintOf = (name: SecretName, secret: string | Buffer): string =>
  createHmac('sha256', secret).update(`atrium fingerprint of ${name}`).digest('base64url');

/**
 * Compares a secret with the one that the database is used with; a node that has another must not start. A node that knows
 * the one in use as its previous one begins a rotation. Among nodes that know both, the database decides which is current:
 * one that restarts with its old settings during the rotation does not turn it back.
 */
export async function agreeOnSecret<T extends string | Buffer>(
  db: Database,
  name: SecretName,
  { current, previous }: SecretPair<T>,
): Promise<SecretPair<T>> {
  const own = fingerprintOf(name, current);
  const before = previous && fingerprintOf(name, previous);
  return db.transaction(null, async (tx) => {
    await tx.query(
      `insert into secret_fingerprints (name, fingerprint) values ($1::text, $2::text) on conflict (name) do nothing`,
      [name, own],
    );
    const [stored] = await tx.query<Stored>(
      'select fingerprint, previous from secret_fingerprints where name = $1::text for update',
      [name],
    );
    if (stored?.fingerprint === own) return { current, previous };
    if (!stored || previous === undefined || stored.fingerprint !== before) throw differs(name);
    if (stored.previous === own) return { current: previous, previous: current };
    await tx.query(
      `update secret_fingerprints set fingerprint = $2::text, previous = $3::text, changed_at = now()
       where name = $1::text`,
      [name, own, before],
    );
    return { current, previous };
  });
}

/** When the secret came into use; undefined when another one has since. */
export async function inUseSince(db: Database, name: SecretName, secret: string | Buffer): Promise<Date | undefined> {
  const [row] = await db.query<{ at: Date }>(
    'select changed_at as at from secret_fingerprints where name = $1::text and fingerprint = $2::text',
    [name, fingerprintOf(name, secret)],
  );
  return row?.at;
}

const differs = (name: SecretName): StartupError =>
  new StartupError(
    `${name} is not the one that this database is used with: set the same ${name} on every node (one that is not set is made up in DATA_DIR), or, to replace it, set the old one as ${name}_PREVIOUS.`,
  );
