import type { Transaction } from '#db/database.ts';

/** The kinds of facts that decide whether a mail counts as delivered. */
export const deliveryKinds = ['sent', 'delivered', 'bounced'] as const;
export type DeliveryKind = (typeof deliveryKinds)[number];

export interface DeliveryFact {
  readonly emailId: string;
  readonly kind: DeliveryKind;
}

/** Deliveries that are counted already, or that this transaction counts. */
export const countedDeliveries = (
  tx: Transaction,
  tenantId: string,
  emailIds: readonly string[],
): Promise<DeliveryFact[]> =>
  tx.query<DeliveryFact>(
    `select f.email_id as "emailId", f.kind from unnest($2::uuid[]) g(id) cross join lateral (
       select f.email_id, f.kind, f.id from mail_facts f
       where f.tenant_id = $1::bigint and f.email_id = g.id and f.kind in ('sent', 'delivered', 'bounced')
     ) f
     where not exists (select from mail_uncounted u
       where u.tenant_id = $1::bigint and u.email_id = f.email_id and u.kind = f.kind and u.id = f.id)`,
    [tenantId, emailIds],
  );
