import type { Transaction } from '#db/database.ts';

/** The kinds of facts. Opens and clicks by machines are stored, but not counted. */
export type FactKind =
  | 'sent'
  | 'delivered'
  | 'bounced'
  | 'failed'
  | 'complained'
  | 'unsubscribed'
  | 'opened'
  | 'firstOpened'
  | 'clicked'
  | 'firstClicked'
  | 'replied'
  | 'machineOpened'
  | 'machineClicked';

export interface Fact {
  readonly emailId: string;
  readonly kind: FactKind;
  /** Set for opens and clicks, because a mail has many of them. */
  readonly id?: string;
  /** Default: now. A time in the future, of a provider whose clock is wrong, becomes now. */
  readonly at?: Date;
  /** The clicked address. */
  readonly link?: string;
}

/**
 * Writes facts, and queues them for the counters of records. Skips facts that are known already, and those of mails
 * that do not exist. Returns the facts that were written. Runs in a transaction of the tenant.
 */
export async function recordFacts(tx: Transaction, tenantId: string, facts: readonly Fact[]): Promise<Fact[]> {
  if (facts.length === 0) return [];
  const rows = await tx.query<{ n: number }>(
    `with given as (
      select * from jsonb_to_recordset($2::jsonb) f(n int, email_id uuid, kind text, id uuid, at timestamptz, link text)
    ), written as (
      insert into mail_facts (tenant_id, email_id, kind, id, at, campaign_id, batch_id, template_id, domain, link)
      select $1::bigint, f.email_id, f.kind, coalesce(f.id, '00000000-0000-0000-0000-000000000000'), least(coalesce(f.at, now()), now()),
        coalesce(e.campaign_id, e.communications_campaign_id), e.email_snapshot_id, e.template_id,
        lower(substring(e."to"[1] from '@(.*)$')), f.link
      from given f join communications_emails e on e.tenant_id = $1::bigint and e.id = f.email_id
      on conflict do nothing
      returning email_id, kind, id, at
    ), queued as (
      insert into mail_uncounted (tenant_id, email_id, kind, id, at)
      select $1::bigint, w.email_id, w.kind, w.id, w.at from written w where w.kind not like 'machine%'
    )
    select f.n from given f join written w on w.email_id = f.email_id and w.kind = f.kind
      and w.id = coalesce(f.id, '00000000-0000-0000-0000-000000000000')`,
    [
      tenantId,
      JSON.stringify(
        facts.map(({ emailId, kind, id, at, link }, n) => ({
          n,
          email_id: emailId,
          kind,
          id,
          at: at?.toISOString(),
          link,
        })),
      ),
    ],
  );
  const written = new Set(rows.map(({ n }) => n));
  return facts.filter((_, n) => written.has(n));
}
