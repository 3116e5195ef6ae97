import { tenantContext } from '#core/access/platform.ts';
import type { Background } from '#core/background.ts';
import type { Services } from '#core/context.ts';
import { activeRule } from '#core/duplicates/keys-table.ts';
import { matchFields } from '#core/duplicates/matching.ts';
import { bringUpToDate } from '#core/duplicates/scan.ts';
import { Poller } from '#core/queue/poller.ts';

/** Changes of a second are read together. */
const delayMs = 1000;
/** A job makes the keys when more was written. */
const budget = 20_000;

/**
 * Keeps the keys of rules that warn or block up to date with what the platform writes to many rows: creates and updates
 * of single records write their keys themselves. Rules that allow duplicates are brought up to date when somebody asks.
 */
export class KeyKeeper implements Background {
  readonly #services: Services;
  readonly #written = new Set<string>();
  readonly #poller: Poller;
  #unfollow: (() => void) | undefined;

  constructor(services: Services) {
    this.#services = services;
    const options = { everyMs: 60_000, failure: 'keys of duplicates could not be brought up to date' };
    this.#poller = new Poller(services, options, () => this.#keep());
  }

  async start(): Promise<void> {
    this.#unfollow = this.#services.spine.follow((tenants, here) => {
      if (!here || !tenants) return;
      if (this.#written.size === 0) setTimeout(() => this.#poller.wake(), delayMs).unref();
      for (const tenant of tenants) this.#written.add(tenant);
    });
    await this.#poller.start();
  }

  async stop(): Promise<void> {
    this.#unfollow?.();
    await this.#poller.stop();
  }

  async #keep(): Promise<void> {
    const tenants = [...this.#written];
    this.#written.clear();
    for (const tenantId of tenants) await this.#keepTenant(tenantId);
  }

  async #keepTenant(tenantId: string): Promise<void> {
    const registry = await this.#services.directory.registry(tenantId);
    // Tenants without custom fields and checks share this registry.
    if (registry === this.#services.directory.base) return;
    const checked = registry.models.filter(({ duplicateChecks }) => duplicateChecks);
    if (checked.length === 0) return;
    const context = await tenantContext(this.#services, { tenantId, accountKey: '' });
    for (const model of checked) {
      for (const rule of model.duplicateChecks ?? []) {
        const fields = matchFields(model, rule);
        if (fields) await bringUpToDate(context, activeRule(rule, model, fields), budget);
      }
    }
  }
}
