import { tenantContext } from '#core/access/platform.ts';
import { inTransaction, type Services } from '#core/context.ts';
import { isTransient, writeResult } from '#core/queue/write-result.ts';
import { Batcher } from '#lib/batcher.ts';
import { factCounter } from '../facts/fact-counter.ts';
import { type MailQueue, mailTable } from '../queue/mail-queue.ts';
import { readSuppressed } from '../suppression/sql/suppressed.ts';
import { type ClaimedMail, type FinishedMail, isBulk } from './claimed-mail.ts';
import { finishMails } from './finish-mails.ts';

/** The next mail of a lane, and the result of the one before it. One transaction writes both. */
export interface Step {
  readonly finish?: FinishedMail | undefined;
  readonly start?: ClaimedMail;
}

export type Started = 'started' | 'released' | { readonly suppressed: string };

const maxSteps = 200;

/**
 * Writes the steps of a queue's lanes. Steps that come while a transaction runs are written together in the next one.
 */
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

  async #step(steps: readonly Step[]): Promise<Started[]> {
    const { log } = this.#services;
    try {
      const options = { log, what: 'mails', isStopping: () => this.#stopping };
      return await writeResult(() => this.#writeStep(steps), options);
    } catch (error) {
      if (steps.length > 1 && !isTransient(error)) return this.#stepOneByOne(steps);
      // Its mails stay claimed. When the lease ends they become unconfirmed if they were started, and due again if not.
      log.error({ err: error, tenantId: this.#queue.tenantId }, 'the results of mails could not be written');
      return steps.map(() => 'released');
    }
  }

  async #stepOneByOne(steps: readonly Step[]): Promise<Started[]> {
    const results: Started[] = [];
    for (const step of steps) results.push((await this.#step([step]))[0] as Started);
    return results;
  }

  async #writeStep(steps: readonly Step[]): Promise<Started[]> {
    const { tenantId, accountKey } = this.#queue;
    const context = await tenantContext(this.#services, { tenantId, accountKey });
    const finished = steps.flatMap(({ finish }) => finish ?? []);
    const starting = steps.flatMap(({ start }) => start ?? []);
    const { started, suppressed } = await inTransaction(context, async (within) => {
      if (finished.length > 0) await finishMails(within, this.#claim, finished);
      const suppressed = await findSuppressed(within.tx, tenantId, starting);
      const mayStart = starting.filter(({ emailId }) => !suppressed.has(emailId)).map(({ emailId }) => emailId);
      return { started: await mailTable.of(within.tx, tenantId, this.#claim).start(mayStart), suppressed };
    });
    if (finished.length > 0) this.#services.of(factCounter).wake(tenantId);
    return steps.map(({ start }): Started => {
      const reason = start && suppressed.get(start.emailId);
      if (reason !== undefined) return { suppressed: reason };
      return start && started.has(start.emailId) ? 'started' : 'released';
    });
  }
}

const audienceOf = (type: string | null) => ({ bulk: isBulk(type), personal: type === 'mailbox' });
const kindOf = (type: string | null): string => JSON.stringify(audienceOf(type));

/** Finds suppressions that were added after a mail was accepted, by the id of the mail. */
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
      // A mail to several people is sent as long as one of them may get it.
      if (to.length > 0 && reasons.every((reason) => reason !== undefined)) found.set(emailId, reasons[0] as string);
    }
  }
  return found;
}
