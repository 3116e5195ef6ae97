import type { Queryable, Transaction } from '#db/database.ts';
import { inTenant, scoped } from '#db/params.ts';
import { namedUsers } from '../../../identity/contract.ts';

const lifetime = `interval '30 seconds'`;

export interface Presence {
  readonly userId: string;
  readonly name: string;
  readonly state: 'viewing' | 'replying';
  readonly at: string;
}

/** Reads the other users who look at a conversation or write in it. */
export const readPresence = (
  db: Queryable,
  tenantId: string,
  conversationId: string,
  exceptUserId: string | null,
): Promise<Presence[]> =>
  db.query<Presence>(
    `select p.* from ${scoped(
      'p',
      `select p.user_id as "userId", u.name, p.state, to_json(p.at) #>> '{}' as at
       from conversation_presence p join ${namedUsers()} u on u.id = p.user_id
       where ${inTenant('p')} and p.conversation_id = $2::uuid and p.user_id is distinct from $3::uuid
         and p.at > clock_timestamp() - ${lifetime}
       order by p.at desc, p.user_id`,
    )}`,
    [tenantId, conversationId, exceptUserId],
  );

export const writePresence = (
  tx: Transaction,
  tenantId: string,
  conversationId: string,
  userId: string,
  state: Presence['state'],
): Promise<unknown> =>
  tx.query(
    `insert into conversation_presence as p (tenant_id, conversation_id, user_id, state) values ($1::bigint, $2::uuid, $3::uuid, $4::text)
     on conflict (tenant_id, conversation_id, user_id) do update set state = excluded.state, at = clock_timestamp()`,
    [tenantId, conversationId, userId, state],
  );

/** Removes one user, and entries of the conversation that have ended. */
export const removePresence = (
  tx: Transaction,
  tenantId: string,
  conversationId: string,
  userId: string | null,
): Promise<unknown> =>
  tx.query(
    `delete from conversation_presence p where p.tenant_id = $1::bigint and p.conversation_id = $2::uuid
       and (p.user_id = $3::uuid or p.at < clock_timestamp() - ${lifetime})`,
    [tenantId, conversationId, userId],
  );
