import type { TransactionContext } from '#core/context.ts';
import { lockConnections, requestChanges } from '../mailboxes/contract.ts';

/** A mail in a mailbox. */
interface Place {
  readonly emailId: string;
  readonly connectionId: string;
}

/** Queues the read state of mails for the mailboxes that hold them, so that their servers get it. */
export async function queueReadState(
  { tx, caller }: TransactionContext,
  places: readonly Place[],
  read: boolean,
): Promise<void> {
  const connected = await lockConnections(tx, caller.tenantId, [
    ...new Set(places.map(({ connectionId }) => connectionId)),
  ]);
  const kind = read ? ('seen' as const) : ('unseen' as const);
  const unique = new Map(
    places
      .filter(({ connectionId }) => connected.has(connectionId))
      .map((place) => [`${place.connectionId} ${place.emailId}`, { ...place, kind }]),
  );
  await requestChanges(tx, caller.tenantId, [...unique.values()]);
}
