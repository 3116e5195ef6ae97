import type { Transaction } from '#db/database.ts';
import type { Lease, Reader, StoredEvent, WebhookKey } from './data/delivery.ts';
import type { HiddenFields } from './data/hidden-fields.ts';
import { maxClaimed } from './sql/claim-due.ts';
import { maxQueued, readQueueCounts } from './sql/matching.ts';

/** The number of deliveries that this node can send at once. They are created with a claim of this node. */
export interface Capacity {
  readonly lease: Lease;
  /** The number of webhook changes that this node had counted when the capacity was read. */
  readonly changeCount: number;
  /** For all webhooks together. */
  readonly free: number;
  /** For one webhook; `endedClaims` have ended, but are still counted in the database. */
  ofWebhook(webhook: WebhookKey): { readonly max: number; readonly endedClaims: number };
}

/** Maximum number of deliveries that one transaction queues, for all webhooks together. */
const maxQueuedAtOnce = 10_000;
/** Minimum number of deliveries that each webhook may send or queue. */
const minShare = 8;

/** The events after the position of a webhook, and those of them that it gets. */
export interface WebhookMatches {
  readonly reader: Reader;
  readonly settled: readonly StoredEvent[];
  readonly matching: readonly StoredEvent[];
  /** The hidden fields of each event, when the owner may not read everything. */
  readonly hidden?: ReadonlyMap<StoredEvent, HiddenFields>;
  /** True when there were no more events than these. */
  readonly atEnd: boolean;
}

/**
 * When a webhook continues with its next events: `capacity`, when this node has sent some of its deliveries; `otherNodes`,
 * when other nodes have; `queue`, when its queued deliveries are claimed; `nextTransaction`, at once; `poll`, when the next
 * recovery poll finds it.
 */
export type WaitsFor = 'capacity' | 'otherNodes' | 'queue' | 'nextTransaction' | 'poll';

/** The number of matching events of a webhook to send now and to queue, and what the others wait for. */
export interface MatchPlan {
  readonly sendNow: number;
  readonly queue: number;
  readonly waitsFor: WaitsFor;
}

/** Plans for the webhooks that have matching events. */
export async function planMatches(
  tx: Transaction,
  all: readonly WebhookMatches[],
  capacity: Capacity,
): Promise<Map<WebhookMatches, MatchPlan>> {
  const busy = all.filter(({ matching }) => matching.length > 0);
  if (busy.length === 0) return new Map();
  const counts = await readQueueCounts(
    tx,
    busy.map(({ reader }) => reader),
  );
  let free = capacity.free;
  const share = Math.max(minShare, Math.floor(free / busy.length));
  let queueable = maxQueuedAtOnce;
  const queueShare = Math.max(minShare, Math.floor(queueable / busy.length));
  return new Map(
    busy.map((matches): [WebhookMatches, MatchPlan] => {
      const { reader, matching } = matches;
      const { claimed, queued } = counts.get(reader.webhookId) ?? { claimed: 0, queued: 0 };
      if (reader.failing || free === 0) {
        const queueableOfWebhook = Math.max(0, Math.min(matching.length, maxQueued - queued));
        const queue = Math.min(queueableOfWebhook, queueShare, queueable);
        queueable -= queue;
        return [matches, { sendNow: 0, queue, waitsFor: queue < queueableOfWebhook ? 'nextTransaction' : 'poll' }];
      }
      if (reader.lockedElsewhere) return [matches, { sendNow: 0, queue: 0, waitsFor: 'nextTransaction' }];
      // Claim and send the queued deliveries first, because they are older.
      if (queued > 0) return [matches, { sendNow: 0, queue: 0, waitsFor: 'queue' }];
      const { max, endedClaims } = capacity.ofWebhook(reader);
      const sendNow = Math.max(0, Math.min(matching.length, max, share, free, maxClaimed + endedClaims - claimed));
      free -= sendNow;
      return [matches, { sendNow, queue: 0, waitsFor: sendNow > 0 ? 'capacity' : 'otherNodes' }];
    }),
  );
}
