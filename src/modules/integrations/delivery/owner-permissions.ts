import type { Caller } from '#core/access/caller.ts';
import type { Services } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import type { Transaction } from '#db/database.ts';
import { isAboutAccounts } from '../events/event-patterns.ts';
import { whyNotEntitled } from '../webhooks/entitlement.ts';
import { pauseUnentitled } from '../webhooks/pause.ts';
import type { Claimed, Endpoint } from './delivery.ts';
import type { DueClaim } from './sql/claim-due.ts';
import { nothingHidden, Sight } from './visibility.ts';

/** A webhook with its owner. */
export interface Owned extends Endpoint {
  readonly accountKey: string;
  readonly ownerId: string | null;
}

const unreadable = 'It was not sent: the owner of the webhook may not read this event.';
const unnamed = 'It was not sent: the webhook no longer names security events.';

/** What each webhook may deliver: what its owner may read, as permissions are at that moment. */
export class Owners {
  readonly #services: Services;
  readonly #sights = new WeakMap<Caller, Sight>();
  readonly #pausing = new Map<string, Promise<void>>();

  constructor(services: Services) {
    this.#services = services;
  }

  /** What the owner of each webhook may read. Webhooks that may not deliver for their owners are refused. */
  async judge<Webhook extends Owned>(
    tx: Transaction,
    webhooks: readonly Webhook[],
    accounts: (webhook: Webhook) => boolean,
  ): Promise<{ sights: Map<Webhook, Sight>; refused: Webhook[] }> {
    const sights = new Map<Webhook, Sight>();
    const refused: Webhook[] = [];
    for (const [tenantId, some] of Map.groupBy(webhooks, (webhook) => webhook.tenantId)) {
      const owners = await this.#ownersOf(tx, tenantId, some);
      if (!owners) continue;
      for (const webhook of some) {
        const sight = owners.get(webhook.ownerId ?? '');
        if (!sight || whyNotEntitled(webhook.ownerId, sight.caller, accounts(webhook)) !== undefined)
          refused.push(webhook);
        else sights.set(webhook, sight);
      }
    }
    return { sights, refused };
  }

  /** Decides for each claimed delivery which fields to leave out, or why it is not sent. */
  async judgeClaims(tx: Transaction, due: readonly DueClaim[]): Promise<Judged> {
    const groups = [...Map.groupBy(due, ({ webhookId }) => webhookId).values()];
    const webhooks = groups.map(([first]) => first as DueClaim);
    const { sights, refused } = await this.judge(tx, webhooks, ({ accounts }) => accounts);
    const claimed: Claimed[] = [];
    const returned: Claimed[] = [];
    for (const [n, some] of groups.entries()) {
      const sight = sights.get(webhooks[n] as DueClaim);
      if (sight) claimed.push(...(await within(tx, sight, some)).map(refuseUnnamed));
      else returned.push(...some);
    }
    return { claimed, returned, refused };
  }

  /** Undefined when the tenant has been suspended meanwhile: its webhooks wait. */
  async #ownersOf(
    tx: Transaction,
    tenantId: string,
    webhooks: readonly Owned[],
  ): Promise<Map<string, Sight> | undefined> {
    const { directory } = this.#services;
    const ids = [...new Set(webhooks.flatMap(({ ownerId }) => ownerId ?? []))];
    try {
      // One after the other: each sets the tenant for its statement.
      const callers = await directory.actors(tenantId, ids, tx);
      const registry = await directory.registry(tenantId, tx);
      return new Map([...callers].map(([id, caller]) => [id, this.#sightOf(caller, registry)]));
    } catch (error) {
      if (error instanceof AppError && error.code === 'account_suspended') return undefined;
      throw error;
    }
  }

  #sightOf(caller: Caller, registry: Sight['registry']): Sight {
    let sight = this.#sights.get(caller);
    if (sight?.registry !== registry) {
      sight = new Sight(caller, registry);
      this.#sights.set(caller, sight);
    }
    return sight;
  }

  /** Pauses webhooks that may not deliver, each once at a time, and tells the admins. */
  async pause(refused: readonly Owned[]): Promise<void> {
    for (const webhook of refused) {
      const { webhookId } = webhook;
      let pausing = this.#pausing.get(webhookId);
      if (!pausing) {
        pausing = pauseUnentitled(this.#services, webhook).finally(() => this.#pausing.delete(webhookId));
        this.#pausing.set(webhookId, pausing);
      }
      await pausing;
    }
  }
}

/** Deliveries that were claimed, and what their owners may read of them. */
interface Judged {
  readonly claimed: readonly Claimed[];
  /** Those of webhooks that may not deliver. */
  readonly returned: readonly Claimed[];
  readonly refused: readonly Owned[];
}

/** Only to name events about accounts needs identity:admin, so that those of earlier patterns go nowhere else. */
const refuseUnnamed = (delivery: DueClaim): Claimed =>
  delivery.accounts || !isAboutAccounts(delivery.type) ? delivery : { ...delivery, refusal: unnamed };

async function within(tx: Transaction, sight: Sight, due: readonly DueClaim[]): Promise<readonly DueClaim[]> {
  if (due.every(({ type }) => sight.readsAll(type))) return due;
  const events = due.map((delivery) => ({ ...delivery, at: delivery.eventAt }));
  const readable = await sight.readable(
    tx,
    events.filter(({ kept }) => kept),
  );
  return due.map((delivery, n) => {
    if (!delivery.kept) return delivery;
    const model = readable.get(events[n] as (typeof events)[number]);
    if (model === undefined) return { ...delivery, refusal: unreadable };
    return { ...delivery, hidden: model === null ? nothingHidden : sight.hiddenIn(model) };
  });
}
