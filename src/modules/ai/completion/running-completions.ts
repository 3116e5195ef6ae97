import { systemCaller } from '#core/access/caller.ts';
import type { Background } from '#core/background.ts';
import type { Context, Services } from '#core/context.ts';
import { inTransaction } from '#core/context.ts';
import { defineService } from '#core/module-service.ts';
import { updateMany } from '#core/operations/update-many.ts';
import { newId } from '#lib/ids.ts';
import { aiCompletionLogs } from '../model-names.ts';
import { type DeadCompletion, deadCompletions, removeRunning, renewRunning } from './sql/running.ts';

const renewEveryMs = 15_000;

/**
 * Reports to other nodes which completions of this process still run, and closes the completions of dead nodes, which
 * would otherwise stay `running` for ever.
 */
class RunningCompletions implements Background {
  readonly #services: Services;
  readonly #ids = new Map<string, Set<string>>();
  #timer: NodeJS.Timeout | undefined;
  #work: Promise<void> = Promise.resolve();

  constructor(services: Services) {
    this.#services = services;
  }

  async start(): Promise<void> {
    this.#work = this.#sweep();
    this.#timer = setInterval(() => {
      this.#work = this.#work.then(() => this.#sweep());
    }, renewEveryMs);
    this.#timer.unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#work;
  }

  add(tenantId: string, logId: string): void {
    const ids = this.#ids.get(tenantId) ?? new Set();
    this.#ids.set(tenantId, ids.add(logId));
  }

  delete(tenantId: string, logId: string): void {
    const ids = this.#ids.get(tenantId);
    ids?.delete(logId);
    if (ids?.size === 0) this.#ids.delete(tenantId);
  }

  async #sweep(): Promise<void> {
    const { db, log } = this.#services;
    try {
      for (const [tenantId, ids] of this.#ids)
        await db.transaction(tenantId, (tx) => renewRunning(tx, tenantId, [...ids]));
      for (const dead of await db.platform(deadCompletions)) await this.#end(dead);
    } catch (error) {
      log.warn(`completions of dead nodes could not be ended: ${(error as Error).message}`);
    }
  }

  async #end({ tenantId, accountKey, logId }: DeadCompletion): Promise<void> {
    const registry = await this.#services.directory.registry(tenantId);
    const caller = systemCaller(tenantId, accountKey);
    const context: Context = { services: this.#services, caller, registry, requestId: newId() };
    await inTransaction(context, async (within) => {
      // Stop when another node has already closed the completion.
      if (!(await removeRunning(within.tx, tenantId, logId))) return;
      const values = {
        status: 'failed',
        finishReason: 'error',
        finishedAt: new Date().toISOString(),
        error: { code: 'server_stopped', message: 'The server stopped before the completion ended.' },
      };
      await updateMany(within, aiCompletionLogs(within), [{ id: logId, values }]);
    });
  }
}

/** The completions that this process runs. */
export const runningCompletions = defineService({
  name: 'ai.runningCompletions',
  make: (services) => new RunningCompletions(services),
});
