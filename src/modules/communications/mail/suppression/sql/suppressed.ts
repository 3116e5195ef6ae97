import type { Queryable } from '#db/database.ts';
import { inTenant, scoped } from '#db/params.ts';
import { peopleWithOptIn, peopleWithoutMail } from '../../../../sales/contract.ts';

export type SuppressionReason = 'unsubscribed' | 'bounced' | 'complained' | 'manual' | 'doNotEmail' | 'noOptIn';

interface Audience {
  /**
   * Bulk mail respects unsubscriptions and the preferences of contacts. Single mail answers somebody, so it does not.
   */
  readonly bulk: boolean;
  readonly emailListId: string | null;
  /**
   * True when bulk mail goes only to people who agreed to it: contacts and leads with an opt-in, and subscribed members of
   * the list.
   */
  readonly optIn?: boolean;
  /** True for a mail that a person writes in a mailbox: only addresses that do not exist are suppressed. */
  readonly personal?: boolean;
}

/** Returns the suppressed addresses among these, in lower case, with the reasons. */
export async function readSuppressed(
  db: Queryable,
  tenantId: string,
  addresses: readonly string[],
  { bulk, emailListId, optIn = false, personal = false }: Audience,
): Promise<Map<string, SuppressionReason>> {
  if (addresses.length === 0) return new Map();
  const rows = await db.query<{ email: string; reason: SuppressionReason }>(
    `select s.email, s.reason from ${scoped(
      's',
      `select s.email_folded as email, s.reason from communications_email_suppressions s
       where ${inTenant('s')} and s.email_folded = any($2::text[]) and s.active
         and (s.reason <> 'unsubscribed' or $3::boolean)
         and (s.reason = 'bounced' or not $5::boolean)
         and (s.email_list_id is null or s.email_list_id = $4::uuid)
       union all
       select c.email_folded, 'doNotEmail' from ${peopleWithoutMail('$2::text[]')} c where $3::boolean${
         optIn
           ? `
       union all
       select a.address, 'noOptIn' from unnest($2::text[]) a(address) where $3::boolean
         and not exists (select from ${peopleWithOptIn('$2::text[]')} p where p.email_folded = a.address)
         and not exists (select from communications_email_list_members m where ${inTenant('m')} and m.email_list_id = $4::uuid
           and m.email_folded = a.address and m.status = 'subscribed')`
           : ''
       }`,
    )}`,
    [tenantId, addresses.map((address) => address.toLowerCase()), bulk, emailListId, personal],
  );
  return new Map(rows.map(({ email, reason }) => [email, reason]));
}
