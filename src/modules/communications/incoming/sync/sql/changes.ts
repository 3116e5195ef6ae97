import type { Database, Queryable } from '#db/database.ts';
import { inTenant, scoped } from '#db/params.ts';
import type { MailboxChange } from '../../../mailboxes/contract.ts';

export interface WaitingChange extends Omit<MailboxChange, 'content'> {
  readonly id: string;
  readonly content: string | null;
  readonly failures: number;
}

const maxChanges = 100;

/** Changes to make at the server of a mailbox, oldest first. */
export const readChanges = (db: Queryable, tenantId: string, connectionId: string): Promise<WaitingChange[]> =>
  db.query<WaitingChange>(
    `select c.* from ${scoped(
      'c',
      `select c.id, c.connection_id as "connectionId", c.kind, c.email_id as "emailId", c.content, c.failures
       from mailbox_changes c where ${inTenant('c')} and c.connection_id = $2::uuid order by c.id limit ${maxChanges}`,
    )}`,
    [tenantId, connectionId],
  );

export const deleteChange = (db: Database, tenantId: string, connectionId: string, id: string): Promise<unknown> =>
  db.transaction(tenantId, (tx) =>
    tx.query(
      'delete from mailbox_changes where tenant_id = $1::bigint and connection_id = $2::uuid and id = $3::uuid',
      [tenantId, connectionId, id],
    ),
  );

export const countChangeFailure = (
  db: Database,
  tenantId: string,
  connectionId: string,
  id: string,
): Promise<unknown> =>
  db.transaction(tenantId, (tx) =>
    tx.query(
      'update mailbox_changes set failures = failures + 1 where tenant_id = $1::bigint and connection_id = $2::uuid and id = $3::uuid',
      [tenantId, connectionId, id],
    ),
  );
