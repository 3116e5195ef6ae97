import type { TransactionContext } from '#core/context.ts';
import type { CountedFact } from './counter-changes.ts';
import { countedDeliveries, type DeliveryKind, deliveryKinds } from './sql/counted-deliveries.ts';

const isDeliveryKind = (kind: string): kind is DeliveryKind => deliveryKinds.includes(kind as DeliveryKind);

/**
 * True when a mail counts as delivered: it was reported, or a mail server accepted it and nothing came back. Many
 * servers report nothing. The statistics (`count-facts.ts`) and the view of a batch (`batch-counts.ts`) apply the same
 * rule in SQL.
 */
const isDelivered = (kinds: ReadonlySet<DeliveryKind>): boolean =>
  kinds.has('delivered') || (kinds.has('sent') && !kinds.has('bounced'));

/**
 * Replaces the reports of deliveries by changes of the number of delivered mails: a mail is delivered when it was sent, and no
 * longer when it bounces.
 */
export async function withDeliveries(
  { tx, caller }: TransactionContext,
  facts: readonly CountedFact[],
): Promise<CountedFact[]> {
  const news = Map.groupBy(
    facts.filter(({ kind }) => isDeliveryKind(kind)),
    ({ emailId }) => emailId,
  );
  const now = new Map<string, Set<DeliveryKind>>([...news.keys()].map((id) => [id, new Set()]));
  for (const { emailId, kind } of await countedDeliveries(tx, caller.tenantId, [...news.keys()]))
    now.get(emailId)?.add(kind);
  const changes = [...news].flatMap(([emailId, added]): CountedFact[] => {
    const after = now.get(emailId) ?? new Set();
    const before = new Set(after);
    for (const { kind } of added) before.delete(kind as DeliveryKind);
    const change = Number(isDelivered(after)) - Number(isDelivered(before));
    return change === 0 || !added[0] ? [] : [{ ...added[0], kind: 'delivered', change }];
  });
  return [...facts.filter(({ kind }) => kind !== 'delivered'), ...changes];
}
