import { setTimeout as sleep } from 'node:timers/promises';
import { tenantContext, withAllAccess } from '#core/access/platform.ts';
import { type Context, inTransaction, type Services, type TransactionContext } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import { addToOutbox } from '#core/mail/outbox.ts';
import { insertMany } from '#core/operations/insert-many.ts';
import { newId } from '#lib/ids.ts';
import { emailSnapshotContacts, emails } from '../../model-names.ts';
import { ContentError } from '../content/template/content-error.ts';
import type { CompiledContent, ContentCache } from '../content/thread/content-cache.ts';
import type { BatchContent, Recipient } from '../queue/batch.ts';
import { keyOf, type MailQueue } from '../queue/mail-queue.ts';
import { requiresOptIn } from '../suppression/opt-in.ts';
import { readSuppressed } from '../suppression/sql/suppressed.ts';
import { cancelBatch } from './cancel-batch.ts';
import { pauseBatch } from './pause-batch.ts';
import type { PreparingMarks } from './preparing-marks.ts';
import { type Person, readPeople } from './read-people.ts';
import { addRecipients } from './recipient-counts.ts';
import { type PersonOnly, readChunk } from './sources.ts';
import { readBatchContent } from './sql/batch-content.ts';
import { type BatchRow, lockBatch, saveFrozen } from './sql/batches.ts';
import { frozenAddresses } from './sql/recipients.ts';

const retryAfterMs = 2000;
/**
 * Wait between two transactions while the process is under load: one transaction then freezes as many recipients as are
 * sent in this time.
 */
const underLoadWaitMs = 8000;
const loadCheckMs = 100;

/**
 * Freezes the recipients and contents of batches. Each transaction freezes some recipients and saves the position, so
 * that a crash loses and repeats nothing. A lock on the batch allows one node at a time.
 */
export class Freezer {
  readonly #services: Services;
  readonly #contents: ContentCache;
  readonly #marks: PreparingMarks;
  readonly #onFrozen: () => void;
  readonly #running = new Map<string, Promise<void>>();
  #stopped = false;

  constructor(services: Services, contents: ContentCache, marks: PreparingMarks, onFrozen: () => void) {
    this.#services = services;
    this.#contents = contents;
    this.#marks = marks;
    this.#onFrozen = onFrozen;
  }

  freeze(queue: MailQueue): void {
    const key = keyOf(queue);
    if (this.#stopped || this.#running.has(key)) return;
    const running = this.#run(queue).finally(() => this.#running.delete(key));
    this.#running.set(key, running);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await Promise.all(this.#running.values());
  }

  async #run(queue: MailQueue): Promise<void> {
    try {
      // The next poll finds it again.
      if ((await this.#marks.begin(queue, 'freeze')) !== 'begun') return;
      try {
        await this.#freezeAll(queue);
      } finally {
        await this.#marks.end(queue, 'freeze', false);
      }
    } catch (error) {
      if (error instanceof ContentError) {
        await pauseBatch(this.#services, queue, error.message);
        return;
      }
      if (error instanceof AppError && error.code !== 'rate_limited') {
        // The segment was deleted, or the sender may no longer read it: a retry would fail too.
        await cancelBatch(this.#services, queue, error.message);
        return;
      }
      this.#services.log.warn({ err: error }, 'freezing recipients failed; retrying');
      await sleep(retryAfterMs);
    }
  }

  async #freezeAll(queue: MailQueue): Promise<void> {
    // Compile before the batch is locked, because a person who pauses or cancels it waits for the lock.
    const content = await readBatchContent(this.#services.db, queue.tenantId, String(queue.batchId));
    const compiled = await this.#contents.get(content, queue.tenantId);
    while (!this.#stopped && (await this.#freezeSome(queue, compiled))) {
      await this.#marks.end(queue, 'freeze', true);
      this.#onFrozen();
      await this.#waitUnderLoad();
    }
    this.#onFrozen();
  }

  async #waitUnderLoad(): Promise<void> {
    const { load } = this.#services;
    for (let waitedMs = 0; waitedMs < underLoadWaitMs && load.pressure > 0 && !this.#stopped; waitedMs += loadCheckMs)
      await sleep(loadCheckMs);
  }

  /** Returns false when no recipients are left, or the batch is not being sent. */
  async #freezeSome({ tenantId, accountKey, batchId }: MailQueue, compiled: CompiledContent): Promise<boolean> {
    const platform = await tenantContext(this.#services, { tenantId, accountKey });
    return inTransaction(platform, async (within) => {
      const batch = await lockBatch(within.tx, tenantId, String(batchId));
      if (batch?.status !== 'sending' || batch.frozen) return false;
      const context = { ...within, caller: await this.#senderOf(within, batch) };
      return freezeChunk(context, batch, compiled);
    });
  }

  async #senderOf({ caller }: Context, { actorId }: BatchRow): Promise<Context['caller']> {
    if (actorId === null) return caller;
    const actor = await this.#services.directory.actor(caller.tenantId, actorId);
    if (!actor) throw new AppError('forbidden', 'The user who sent the batch is deactivated.');
    return actor;
  }
}

/**
 * Freezes the next recipients of a locked batch with the permissions of its sender. Returns false when none are left.
 */
export async function freezeChunk(
  context: TransactionContext,
  batch: BatchRow,
  compiled: CompiledContent,
): Promise<boolean> {
  const { recipients, next, done } = await readChunk(context, batch.id, batch.source);
  const isRequest = batch.source.steps[batch.source.step]?.kind === 'request';
  const counts = await freezeRecipients(context, batch, recipients, compiled);
  const added = {
    ...counts,
    // Recipients of the request were counted when it was accepted.
    accepted: isRequest ? 0 : counts.accepted,
  };
  await saveFrozen(context.tx, context.caller.tenantId, batch.id, { source: next, done, ...added });
  await addRecipients(context, { ...added, batchId: batch.id, content: batch.content });
  return !done;
}

interface Counts {
  readonly accepted: number;
  readonly skipped: number;
  readonly duplicates: number;
}

async function freezeRecipients(
  context: TransactionContext,
  { id: batchId, content }: BatchRow,
  given: readonly (Recipient | PersonOnly)[],
  compiled: CompiledContent,
): Promise<Counts> {
  const { tx, caller } = context;
  const people = await readPeople(context, given, content, compiled);
  const unique = new Map(people.map((person) => [person.email.toLowerCase(), person]));
  const addresses = [...unique.keys()];
  for (const address of await frozenAddresses(tx, caller.tenantId, batchId, addresses)) unique.delete(address);
  const { emailListId } = content;
  const audience = { bulk: true, emailListId, optIn: await requiresOptIn(context) };
  const suppressed = await readSuppressed(tx, caller.tenantId, [...unique.keys()], audience);
  const rows = [...unique].map(([address, person]) => ({ id: newId(), person, reason: suppressed.get(address) }));
  const accepted = rows.filter(({ reason }) => reason === undefined);
  const platform = withAllAccess(context);
  await insertMany(
    platform,
    emails(context),
    accepted.map(({ id, person }) => ({ id, values: emailValues(batchId, content, person) })),
    { withoutHooks: true },
  );
  await insertMany(
    platform,
    emailSnapshotContacts(context),
    rows.map(({ id, person, reason }) => ({ values: contactValues(batchId, person, id, reason) })),
  );
  await addToOutbox(
    tx,
    caller.tenantId,
    accepted.map(({ id }) => ({ emailId: id, batchId })),
  );
  return {
    accepted: accepted.length,
    skipped: rows.length - accepted.length,
    duplicates: people.length - rows.length,
  };
}

const emailValues = (batchId: string, content: BatchContent, { email, contactId, leadId }: Person) => ({
  type: content.type,
  status: 'queued',
  direction: 'outbound',
  to: [email],
  from: content.from,
  fromName: content.fromName,
  replyTo: content.replyTo,
  subject: content.title ?? content.subject,
  contactId,
  leadId,
  templateId: content.templateId,
  campaignId: content.campaignId,
  communicationsCampaignId: content.communicationsCampaignId,
  emailListId: content.emailListId,
  emailSnapshotId: batchId,
  batchId,
  trackOpens: content.trackOpens,
  trackClicks: content.trackClicks,
});

const contactValues = (
  batchId: string,
  { email, name, contactId, leadId, data }: Person,
  id: string,
  reason: string | undefined,
) => ({
  emailSnapshotId: batchId,
  email,
  name,
  contactId,
  leadId,
  variables: data as never,
  ...(reason === undefined
    ? { emailId: id, status: 'pending' }
    : { status: 'skipped', error: `The address is suppressed: ${reason}.` }),
});
