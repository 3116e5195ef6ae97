import type { Caller } from '#core/access/caller.ts';
import type { Services } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import type { Registry } from '#core/models/registry.ts';
import type { Transaction } from '#db/database.ts';
import { isAccountEvent } from '../events/event-patterns.ts';
import { whyNotEntitled } from '../webhooks/entitlement.ts';
import { pauseUnentitled } from '../webhooks/pause.ts';
import type { ClaimedDelivery, WebhookKey } from './data/delivery.ts';
import { noHiddenFields } from './data/hidden-fields.ts';
import type { UncheckedClaim } from './sql/claim-due.ts';
import { EventVisibility } from './visibility.ts';

/** A webhook with its owner. */
export interface OwnedWebhook extends WebhookKey {
  readonly accountKey: string;
  readonly ownerId: string | null;
}

const unreadable = 'It was not sent: the owner of the webhook may not read this event.';
const notNamed = 'It was not sent: the webhook no longer names security events.';

/** Decides what each webhook may deliver, by the current permissions of its owner. */
export class OwnerPermissions {
  readonly #services: Services;
  readonly #visibilities = new WeakMap<Caller, EventVisibility>();
  readonly #pausing = new Map<string, Promise<void>>();

  constructor(services: Services) {
    this.#services = services;
  }

  /**
   * Returns what the owner of each webhook may read. `unentitled` has the webhooks that may not deliver for their
   * owners.
   */
  async check<Webhook extends OwnedWebhook>(
    tx: Transaction,
    webhooks: readonly Webhook[],
    namesAccountEvents: (webhook: Webhook) => boolean,
  ): Promise<{ visibilities: Map<Webhook, EventVisibility>; unentitled: Webhook[] }> {
    const visibilities = new Map<Webhook, EventVisibility>();
    const unentitled: Webhook[] = [];
    for (const [tenantId, ofTenant] of Map.groupBy(webhooks, (webhook) => webhook.tenantId)) {
      const owners = await this.#ownersOf(tx, tenantId, ofTenant);
      if (!owners) continue;
      for (const webhook of ofTenant) {
        const visibility = owners.get(webhook.ownerId ?? '');
        if (
          !visibility ||
          whyNotEntitled(webhook.ownerId, visibility.caller, namesAccountEvents(webhook)) !== undefined
        )
          unentitled.push(webhook);
        else visibilities.set(webhook, visibility);
      }
    }
    return { visibilities, unentitled };
  }

  /** Decides for each claimed delivery which fields to omit, or why it is not sent. */
  async checkClaims(tx: Transaction, claims: readonly UncheckedClaim[]): Promise<CheckedClaims> {
    const groups = [...Map.groupBy(claims, ({ webhookId }) => webhookId).values()];
    const webhooks = groups.map(([first]) => first as UncheckedClaim);
    const { visibilities, unentitled } = await this.check(tx, webhooks, ({ accountEvents }) => accountEvents);
    const claimed: ClaimedDelivery[] = [];
    const released: ClaimedDelivery[] = [];
    for (const [n, ofWebhook] of groups.entries()) {
      const visibility = visibilities.get(webhooks[n] as UncheckedClaim);
      if (visibility) claimed.push(...(await applyVisibility(tx, visibility, ofWebhook)).map(refuseNotNamed));
      else released.push(...ofWebhook);
    }
    return { claimed, released, unentitled };
  }

  /** Reads the permissions of the owners. Returns undefined when the tenant is suspended: its webhooks wait. */
  async #ownersOf(
    tx: Transaction,
    tenantId: string,
    webhooks: readonly OwnedWebhook[],
  ): Promise<Map<string, EventVisibility> | undefined> {
    const { directory } = this.#services;
    const ids = [...new Set(webhooks.flatMap(({ ownerId }) => ownerId ?? []))];
    try {
      // Do not run these in parallel, because each sets the tenant of the transaction for its statement.
      const callers = await directory.actors(tenantId, ids, tx);
      const registry = await directory.registry(tenantId, tx);
      return new Map([...callers].map(([id, caller]) => [id, this.#visibilityOf(caller, registry)]));
    } catch (error) {
      if (error instanceof AppError && error.code === 'account_suspended') return undefined;
      throw error;
    }
  }

  #visibilityOf(caller: Caller, registry: Registry): EventVisibility {
    let visibility = this.#visibilities.get(caller);
    if (visibility?.registry !== registry) {
      visibility = new EventVisibility(caller, registry);
      this.#visibilities.set(caller, visibility);
    }
    return visibility;
  }

  /** Pauses webhooks that may not deliver, and mails the admins. A webhook is not paused twice at the same time. */
  async pause(unentitled: readonly OwnedWebhook[]): Promise<void> {
    for (const webhook of unentitled) {
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

interface CheckedClaims {
  readonly claimed: readonly ClaimedDelivery[];
  /** Deliveries of webhooks that may not deliver. */
  readonly released: readonly ClaimedDelivery[];
  readonly unentitled: readonly OwnedWebhook[];
}

/**
 * Refuses queued events about accounts when the webhook no longer names them. Only a webhook that names them needs
 * identity:admin, so a writer without it could have changed the URL since.
 */
const refuseNotNamed = (delivery: UncheckedClaim): ClaimedDelivery =>
  delivery.accountEvents || !isAccountEvent(delivery.type) ? delivery : { ...delivery, refusal: notNamed };

/** Sets the hidden fields of each delivery, and refuses events that the owner may not read. */
async function applyVisibility(
  tx: Transaction,
  visibility: EventVisibility,
  claims: readonly UncheckedClaim[],
): Promise<readonly UncheckedClaim[]> {
  if (claims.every(({ type }) => visibility.readsAllOfType(type))) return claims;
  const events = claims.map((delivery) => ({ ...delivery, at: delivery.eventAt }));
  const readable = await visibility.readableEvents(
    tx,
    events.filter(({ eventExists }) => eventExists),
  );
  return claims.map((delivery, n) => {
    if (!delivery.eventExists) return delivery;
    const model = readable.get(events[n] as (typeof events)[number]);
    if (model === undefined) return { ...delivery, refusal: unreadable };
    return { ...delivery, hidden: model === null ? noHiddenFields : visibility.hiddenFields(model) };
  });
}
