import { createHmac } from 'node:crypto';
import type { Database } from '#db/database.ts';
import { StartupError } from '#lib/startup-error.ts';

export type SecretName = 'JWT_SECRET' | 'ENCRYPTION_KEY';

/** The values of a secret on a node. It encrypts or signs with the current one, and reads with both. */
export interface SecretPair<T extends string | Buffer> {
  readonly current: T;
  readonly previous?: T | undefined;
}

interface Stored {
  readonly fingerprint: string;
  readonly previous: string | null;
}

/** Shows whether two nodes have the same secret, without revealing it. */
const fingerprintOf = (name: SecretName, secret: string | Buffer): string =>
  createHmac('sha256', secret).update(`atrium fingerprint of ${name}`).digest('base64url');

/**
 * Compares a secret with the fingerprint in the database. A node with a different secret must not start. A node whose
 * previous secret is in use starts a rotation. When a node has both, the database decides which one is current, so that
 * a node that restarts with old settings during the rotation does not undo it.
 */
export async function agreeOnSecret<T extends string | Buffer>(
  db: Database,
  name: SecretName,
  { current, previous }: SecretPair<T>,
): Promise<SecretPair<T>> {
  const ownFingerprint = fingerprintOf(name, current);
  const previousFingerprint = previous && fingerprintOf(name, previous);
  return db.transaction(null, async (tx) => {
    await tx.query(
      `insert into secret_fingerprints (name, fingerprint) values ($1::text, $2::text) on conflict (name) do nothing`,
      [name, ownFingerprint],
    );
    const [stored] = await tx.query<Stored>(
      'select fingerprint, previous from secret_fingerprints where name = $1::text for update',
      [name],
    );
    if (stored?.fingerprint === ownFingerprint) return { current, previous };
    if (!stored || previous === undefined || stored.fingerprint !== previousFingerprint) throw differs(name);
    if (stored.previous === ownFingerprint) return { current: previous, previous: current };
    await tx.query(
      `update secret_fingerprints set fingerprint = $2::text, previous = $3::text, changed_at = now()
       where name = $1::text`,
      [name, ownFingerprint, previousFingerprint],
    );
    return { current, previous };
  });
}

/** The time since when the secret is in use; undefined when the database has another one. */
export async function inUseSince(db: Database, name: SecretName, secret: string | Buffer): Promise<Date | undefined> {
  const [row] = await db.query<{ at: Date }>(
    'select changed_at as at from secret_fingerprints where name = $1::text and fingerprint = $2::text',
    [name, fingerprintOf(name, secret)],
  );
  return row?.at;
}

const differs = (name: SecretName): StartupError =>
  new StartupError(
    `${name} is not the one that this database is used with: set the same ${name} on every node (an unset one is generated in DATA_DIR), or, to replace it, set the old one as ${name}_PREVIOUS.`,
  );
