import type { Background } from '#core/background.ts';
import type { Services } from '#core/context.ts';
import { newId } from '#lib/ids.ts';
import { claimScreens, findWithoutScreens } from '../sql/tenants.ts';
import { systemContext } from '../tenant-context/platform-context.ts';
import { createScreens } from './create-screens.ts';

/** Creates the default screens, once after a start, for tenants that are older than default screens. */
export class ScreenMaker implements Background {
  readonly #services: Services;
  #work: Promise<void> = Promise.resolve();
  #stopped = false;

  constructor(services: Services) {
    this.#services = services;
  }

  async start(): Promise<void> {
    this.#work = this.#makeAll().catch((error: unknown) =>
      this.#services.log.error(error, 'the default screens of tenants could not be made; the next start tries again'),
    );
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#work;
  }

  async #makeAll(): Promise<void> {
    const { db } = this.#services;
    let after = '0';
    for (;;) {
      const tenants = await findWithoutScreens(db, after);
      for (const tenant of tenants) {
        if (this.#stopped) return;
        await this.#make(tenant);
        after = tenant.id;
      }
      if (tenants.length === 0) return;
    }
  }

  /**
   * Claims the tenant, so that only one of several starting nodes creates its screens. After a failure the next start
   * retries.
   */
  async #make(tenant: { id: string; accountKey: string }): Promise<void> {
    const { db, directory, log } = this.#services;
    try {
      const registry = await directory.registry(tenant.id);
      await db.transaction(tenant.id, async (tx) => {
        if (!(await claimScreens(tx, tenant.id))) return;
        await createScreens({ ...systemContext(this.#services, tx, newId(), tenant), registry });
      });
    } catch (error) {
      log.error({ err: error, tenantId: tenant.id }, 'the default screens of a tenant could not be made');
    }
  }
}
