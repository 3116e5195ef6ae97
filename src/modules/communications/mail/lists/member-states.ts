import type { Transaction } from '#db/database.ts';
import { plannedEachTime } from '#db/params.ts';
import type { Rejection } from './subscriber.ts';

export type MemberStatus = 'pending' | 'subscribed' | 'unsubscribed';

export interface MemberState {
  /** The address in lower case. */
  readonly email: string;
  /** Null for an address that is not in the list. */
  readonly memberId: string | null;
  readonly status: MemberStatus | null;
  /** The reason why its mail is suppressed, other than an unsubscription. */
  readonly blocked: Rejection['reason'] | null;
  /** Active unsubscriptions of the address, from all mailings or from this list. */
  readonly unsubscriptions: readonly string[];
}

interface Member {
  readonly email: string;
  readonly memberId: string;
  readonly status: MemberStatus | null;
}

type Suppressed = Pick<MemberState, 'email' | 'blocked' | 'unsubscriptions'>;

/**
 * Reads the list membership and suppressions of addresses, in a transaction of the tenant. The statements are planned
 * for their values, because only then PostgreSQL hashes a long array. With statistics of empty tables, a join with
 * 5,000 addresses took more than ten seconds.
 */
export async function readMemberStates(
  tx: Transaction,
  tenantId: string,
  listId: string,
  emails: readonly string[],
): Promise<MemberState[]> {
  const folded = emails.map((email) => email.toLowerCase());
  const members = await tx.query<Member>(
    `${plannedEachTime}select m.email_folded as email, m.id as "memberId", m.status from communications_email_list_members m
     where m.tenant_id = $1::bigint and m.email_list_id = $2::uuid and m.email_folded = any($3::text[])`,
    [tenantId, listId, folded],
  );
  const suppressed = await tx.query<Suppressed>(
    `${plannedEachTime}select s.email_folded as email, min(s.reason) filter (where s.reason <> 'unsubscribed') as blocked,
       coalesce(array_agg(s.id) filter (where s.reason = 'unsubscribed'), '{}') as unsubscriptions
     from communications_email_suppressions s
     where s.tenant_id = $1::bigint and s.email_folded = any($3::text[]) and s.active
       and (s.email_list_id is null or s.email_list_id = $2::uuid)
     group by s.email_folded`,
    [tenantId, listId, folded],
  );
  const memberOf = new Map(members.map((member) => [member.email, member]));
  const suppressionOf = new Map(suppressed.map((entry) => [entry.email, entry]));
  return folded.map((email) => ({
    email,
    memberId: memberOf.get(email)?.memberId ?? null,
    status: memberOf.get(email)?.status ?? null,
    blocked: suppressionOf.get(email)?.blocked ?? null,
    unsubscriptions: suppressionOf.get(email)?.unsubscriptions ?? [],
  }));
}
