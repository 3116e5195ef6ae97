import type { Queryable } from '#db/database.ts';
import { inTenant, scoped } from '#db/params.ts';
import type { StoredServer } from './stored-server.ts';

/** The secrets are encrypted. */
export interface StoredSecrets {
  readonly ownerId: string | null;
  readonly provider: string;
  readonly email: string;
  readonly imap: StoredServer | null;
  readonly smtp: StoredServer | null;
  readonly imapPassword: string | null;
  readonly smtpPassword: string | null;
  readonly refreshToken: string | null;
}

/** Undefined when the connection does not exist. */
export async function readSecrets(
  db: Queryable,
  tenantId: string,
  connectionId: string,
): Promise<StoredSecrets | undefined> {
  const [row] = await db.query<StoredSecrets>(
    `select m.* from ${scoped(
      'm',
      `select m.owner_id as "ownerId", m.provider, m.email, m.imap, m.smtp, m.imap_password as "imapPassword", m.smtp_password as "smtpPassword",
        m.refresh_token as "refreshToken"
       from communications_mailbox_connections m where ${inTenant('m')} and m.id = $2::uuid`,
    )}`,
    [tenantId, connectionId],
  );
  return row;
}
