import { setTimeout as sleep } from 'node:timers/promises';
import { inTransaction, type Services } from '#core/context.ts';
import { Batcher } from '#lib/batcher.ts';
import { wakeFactCounter } from '../facts/fact-counter.ts';
import { readSuppressed } from '../suppression/sql/suppressed.ts';
import { tenantContext } from '../tenant-context.ts';
import { type ClaimedMail, type FinishedMail, isBulk } from './claimed-mail.ts';
import { finishMails } from './finish-mails.ts';
import { isTransient } from './is-transient.ts';
import type { MailQueue } from './queue.ts';
import { startMails } from './sql/start-mails.ts';

/** A mail that is handed over next, and the result of the one before it: both are written in one transaction. */
export interface Step {
  readonly finish?: FinishedMail | undefined;
  readonly start?: ClaimedMail;
}

export type Started = 'started' | 'released' | { readonly suppressed: string };

const maxSteps = 200;
const retryAfterMs = 500;
/** A node that stops tries for a few seconds: the server has ten to stop. */
const triesWhileStopping = 8;

/** Writes what the lanes of a queue do. Steps that come while a transaction runs are written together in the next one. */
export class StepWriter {
  readonly #services: Services;
  readonly #queue: MailQueue;
  readonly #claim: string;
  readonly #steps = new Batcher<Step, Started>(maxSteps, (steps) => this.#step(steps));

  #stopping = false;

  constructor(services: Services, queue: MailQueue, claim: string) {
    this.#services = services;
    this.#queue = queue;
    this.#claim = claim;
  }

  stop(): void {
    this.#stopping = true;
  }

  add(step: Step): Promise<Started> {
    return this.#steps.add(step);
  }

  /** Results must not be lost while the process lives, so this repeats until the database takes them. */
  async #step(steps: readonly Step[]): Promise<Started[]> {
    for (let triesLeft = triesWhileStopping; ; ) {
      try {
        return await this.#writeStep(steps);
      } catch (error) {
        const { log } = this.#services;
        if (this.#stopping) triesLeft -= 1;
        if (isTransient(error) && triesLeft > 0) {
          log.warn(`results of mail wait for the database: ${(error as Error).message}`);
          await sleep(retryAfterMs);
        } else if (steps.length > 1 && triesLeft > 0) return this.#stepOneByOne(steps);
        else {
          // Its mails stay claimed. When the lease ends they become unconfirmed if they were started, and due again if not.
          log.error({ err: error, tenantId: this.#queue.tenantId }, 'the results of mails could not be written');
          return steps.map(() => 'released');
        }
      }
    }
  }

  async #stepOneByOne(steps: readonly Step[]): Promise<Started[]> {
    const results: Started[] = [];
    for (const step of steps) results.push((await this.#step([step]))[0] as Started);
    return results;
  }

  async #writeStep(steps: readonly Step[]): Promise<Started[]> {
    const { tenantId, accountKey } = this.#queue;
    const context = await tenantContext(this.#services, tenantId, accountKey);
    const finished = steps.flatMap(({ finish }) => finish ?? []);
    const starting = steps.flatMap(({ start }) => start ?? []);
    const { started, suppressed } = await inTransaction(context, async (within) => {
      if (finished.length > 0) await finishMails(within, this.#claim, finished);
      const suppressed = await findSuppressed(within.tx, tenantId, starting);
      const mayStart = starting.filter(({ emailId }) => !suppressed.has(emailId)).map(({ emailId }) => emailId);
      return { started: await startMails(within.tx, tenantId, this.#claim, mayStart), suppressed };
    });
    if (finished.length > 0) wakeFactCounter(this.#services, tenantId);
    return steps.map(({ start }): Started => {
      const reason = start && suppressed.get(start.emailId);
      if (reason !== undefined) return { suppressed: reason };
      return start && started.has(start.emailId) ? 'started' : 'released';
    });
  }
}

const audienceOf = (type: string | null) => ({ bulk: isBulk(type), personal: type === 'mailbox' });
const kindOf = (type: string | null): string => JSON.stringify(audienceOf(type));

/** Suppressions that came after a mail was accepted, by the id of the mail. */
async function findSuppressed(
  tx: Parameters<typeof readSuppressed>[0],
  tenantId: string,
  mails: readonly ClaimedMail[],
): Promise<Map<string, string>> {
  const stored = mails.flatMap(({ content }) => ('stored' in content ? [content.stored] : []));
  const groups = Map.groupBy(stored, ({ type, emailListId }) => `${kindOf(type)} ${emailListId}`);
  const found = new Map<string, string>();
  for (const group of groups.values()) {
    const [{ type, emailListId }] = group as [(typeof group)[0]];
    const addresses = group.flatMap(({ to }) => to);
    const suppressed = await readSuppressed(tx, tenantId, addresses, { ...audienceOf(type), emailListId });
    for (const { emailId, to } of group) {
      const reasons = to.map((address) => suppressed.get(address.toLowerCase()));
      // A mail to several people goes out as long as one of them may get it.
      if (to.length > 0 && reasons.every((reason) => reason !== undefined)) found.set(emailId, reasons[0] as string);
    }
  }
  return found;
}
