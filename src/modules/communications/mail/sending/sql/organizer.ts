import type { TransactionContext } from '#core/context.ts';
import { emailOfActiveUser, nameOfUser } from '../../../../identity/contract.ts';
import { defaultSender } from '../../transports/default-sender.ts';

interface Organizer {
  readonly email: string;
  readonly name: string | null;
}

/**
 * The organizer of a user's appointments: the address of the first mailbox that the user connected, because the answers
 * of attendees are read there, otherwise the user's own address. Without an active user, the sender of the platform.
 */
export async function organizerOf(context: TransactionContext, userId: string | null): Promise<Organizer> {
  const { tx, caller, services } = context;
  const fallback = defaultSender(services.mail.from);
  const [found] = await tx.query<{ email: string | null; name: string | null }>(
    `select coalesce(
       (select m.email from communications_mailbox_connections m
        where m.tenant_id = $1::bigint and m.owner_id = $2::uuid order by m.created_at, m.id limit 1),
       ${emailOfActiveUser('$1::bigint', '$2::uuid')}
     ) as email, ${nameOfUser('$1::bigint', '$2::uuid')} as name`,
    [caller.tenantId, userId],
  );
  return found?.email ? { email: found.email, name: found.name } : { email: fallback.address, name: fallback.name };
}
