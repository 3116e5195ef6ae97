import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { tenantContext } from '#core/access/platform.ts';
import type { Context, Services } from '#core/context.ts';
import type { BackgroundRate } from '#core/limits/background-rate.ts';
import { whileRenewing } from '#core/queue/queue-engine.ts';
import { isTransient } from '#core/queue/write-result.ts';
import { Semaphore } from '#lib/semaphore.ts';
import { ThreadEndedError } from '#lib/threads/index.ts';
import type { MailMemory } from '../batches/mail-memory.ts';
import { BatchStopped, pauseBatch } from '../batches/pause-batch.ts';
import type { PreparingMarks } from '../batches/preparing-marks.ts';
import { type MailQueue, mailTable } from '../queue/mail-queue.ts';
import { messageIdOf } from '../transports/message.ts';
import type { OutgoingMail, Transport } from '../transports/transport.ts';
import type { Transports } from '../transports/transports.ts';
import { chooseTransport, countUse } from './choose-transport.ts';
import type { ClaimedMail, FinishedMail, Outcome } from './claimed-mail.ts';
import { openMailboxTransport } from './mailbox-transport.ts';
import { openSettings } from './open-settings.ts';
import type { MailPreparer } from './prepare-mail.ts';
import { sealSentCopy } from './sent-copy.ts';
import { type ClaimedRow, claimMails } from './sql/claim-mails.ts';
import { readMails, type StoredMail } from './sql/read-mails.ts';
import { returnUse, type TransportRow } from './sql/transports.ts';

import { StepWriter } from './step-writer.ts';

/** Parts that all runners of a node share. */
export interface RunnerParts {
  readonly services: Services;
  readonly transports: Transports;
  readonly preparer: MailPreparer;
  readonly marks: PreparingMarks;
  readonly memory: MailMemory;
  /** Limits the mails of batches that this node sends at the same time. Single mails do not wait for it. */
  readonly batchSlots: Semaphore;
  readonly rate: BackgroundRate;
  readonly platformHasServer: boolean;
}

/** The reason why a runner ended. */
export type RunEnd = { readonly kind: 'empty' } | { readonly kind: 'wait'; readonly ms: number };

/**
 * Mails per connection. While one is being sent, the others are prepared and marked as started, so that the connection
 * never waits for the database and one transaction serves many mails. After a crash, all started mails are unconfirmed,
 * so the number is small.
 */
export const lanesPerConnection = 2;
const maxConnections = 20;
const maxLanes = 60;
const maxClaimed = 200;
const retryAfterMs = 500;
const underLoadWaitMs = 100;
const nextTransportMs = 10;
/** Interval for checking again a batch that other nodes are preparing, or died while preparing. */
const beginWaitMs = 2000;

/**
 * Sends the mails of one queue: claims some, hands them over on several connections at a time, and writes the results.
 * It ends when nothing is due. A mail is marked as started in a committed transaction before its first byte is sent, so
 * that after a crash the mails that may have been sent are known.
 */
export class QueueRunner {
  readonly #parts: RunnerParts;
  readonly #queue: MailQueue;
  readonly #claim = randomUUID();
  readonly #ready: ClaimedMail[] = [];
  readonly #lanes = new Set<Promise<void>>();
  readonly #steps: StepWriter;
  /** Transports that failed in this run. Mails claimed for them are released. */
  readonly #failed = new Set<string | null>();
  #context: Context | undefined;
  /** Limits the mails of this queue that are sent at the same time. */
  #connections: Semaphore | undefined;
  #claiming: Promise<void> | undefined;
  #end: RunEnd | undefined;
  #stopping = false;
  /** True when the batch was paused because its template exceeds a limit. */
  #paused = false;

  constructor(parts: RunnerParts, queue: MailQueue) {
    this.#parts = parts;
    this.#queue = queue;
    this.#steps = new StepWriter(parts.services, queue, this.#claim);
  }

  /** Finishes the mails that are being handed over, and releases the others. */
  stop(): void {
    this.#stopping = true;
    this.#steps.stop();
  }

  async run(): Promise<RunEnd> {
    const { services } = this.#parts;
    const { tenantId } = this.#queue;
    const beginning = await this.#parts.marks.begin(this.#queue, 'render');
    if (beginning !== 'begun') return beginning === 'wait' ? { kind: 'wait', ms: beginWaitMs } : { kind: 'empty' };
    try {
      return await whileRenewing(services, mailTable, { tenantId, claim: this.#claim }, () => this.#sendAll());
    } finally {
      await this.#parts.marks.end(this.#queue, 'render', false);
    }
  }

  async #sendAll(): Promise<RunEnd> {
    this.#context = await tenantContext(this.#parts.services, this.#queue);
    await this.#claimMore();
    // A claim that returns more mails than there are lanes adds lanes.
    while (this.#lanes.size > 0) await Promise.all(this.#lanes);
    if (this.#ready.length > 0 || this.#stopping || this.#paused) await this.#releaseRest();
    // Mails of a failed transport are due again, for the next transport.
    if (this.#failed.size > 0 && this.#end?.kind !== 'wait') return { kind: 'wait', ms: nextTransportMs };
    return this.#end ?? { kind: 'empty' };
  }

  #addLanes(): void {
    const connections = Math.min(this.#ready[0]?.transport.maxConnections ?? 0, maxConnections);
    this.#connections ??= new Semaphore(Math.max(1, connections));
    const max = Math.min(maxLanes, connections * lanesPerConnection);
    for (let n = this.#ready.length; n > 0 && this.#lanes.size < max; n -= 1) {
      const lane = this.#runLane().finally(() => this.#lanes.delete(lane));
      this.#lanes.add(lane);
    }
  }

  /** Prepares a mail, writes its start together with the result of the previous one, and sends it. */
  async #runLane(): Promise<void> {
    let finish: FinishedMail | undefined;
    for (;;) {
      const claimed = await this.#next();
      if (!claimed) break;
      const prepared = await this.#prepare(claimed);
      if (!('mail' in prepared)) {
        await this.#steps.add({ finish });
        finish = prepared;
        continue;
      }
      const { mail } = prepared;
      const free = this.#parts.memory.of(this.#queue.tenantId).add((mail.html?.length ?? 0) + (mail.text?.length ?? 0));
      const started = await this.#steps.add({ finish, start: claimed });
      if (finish?.outcome.kind === 'accepted') await this.#parts.marks.end(this.#queue, 'render', true);
      finish = undefined;
      if (started === 'started') finish = await this.#send(claimed, mail);
      else
        finish = {
          claimed,
          outcome: started === 'released' ? { kind: 'released' } : { kind: 'suppressed', reason: started.suppressed },
        };
      free();
    }
    if (finish) await this.#steps.add({ finish });
  }

  /** The next claimed mail; undefined when nothing more is due. */
  async #next(): Promise<ClaimedMail | undefined> {
    for (;;) {
      if (this.#stopping || this.#paused) return undefined;
      if (this.#ready.length > 0 && !(await this.#mayStart())) continue;
      const claimed = this.#ready.shift();
      if (claimed) {
        if (this.#queue.batchId !== null) this.#parts.rate.use(1);
        if (this.#ready.length < maxClaimed / 2) void this.#claimMore();
        return claimed;
      }
      if (this.#end && !this.#claiming) return undefined;
      await this.#claimMore();
    }
  }

  /** Under load, mails of batches wait for their share of the load, even when they are claimed. */
  async #mayStart(): Promise<boolean> {
    if (this.#queue.batchId === null || this.#parts.rate.allowance >= 1) return true;
    await sleep(underLoadWaitMs);
    return false;
  }

  #claimMore(): Promise<void> {
    if (this.#end) return this.#claiming ?? Promise.resolve();
    this.#claiming ??= this.#claimSome().finally(() => {
      this.#claiming = undefined;
    });
    return this.#claiming;
  }

  async #claimSome(): Promise<void> {
    const { services } = this.#parts;
    try {
      this.#ready.push(...(await this.#claimFrom(maxClaimed)));
      this.#addLanes();
    } catch (error) {
      services.log.warn(`mail waits for the database: ${(error as Error).message}`);
      await sleep(retryAfterMs);
      if (!isTransient(error)) this.#end = { kind: 'wait', ms: 5000 };
    }
  }

  /** Claims in one transaction, so that the limits of a transport hold across all nodes. */
  async #claimFrom(wanted: number): Promise<ClaimedMail[]> {
    const { platformHasServer, services, transports } = this.#parts;
    const { tenantId, connectionId } = this.#queue;
    // Runs outside of the transaction, because it may ask the provider for a new token.
    const mailbox =
      connectionId === null ? undefined : await openMailboxTransport(services, transports, this.#queue, connectionId);
    return services.db.transaction(tenantId, async (tx) => {
      const choice = await chooseTransport(tx, this.#queue, wanted, platformHasServer);
      const waits = 'waitMs' in choice;
      const rows = await claimMails(tx, this.#queue, this.#claim, waits ? wanted : choice.max, waits);
      if (rows.length === 0) this.#end = waits ? { kind: 'wait', ms: choice.waitMs } : { kind: 'empty' };
      const settings = waits ? null : choice.transport;
      const withRecord = idsWithRecord(rows);
      if (settings) await countUse(tx, tenantId, settings, withRecord.length);
      this.#failed.delete(settings?.id ?? null);
      const stored = new Map((await readMails(tx, tenantId, withRecord)).map((mail) => [mail.emailId, mail]));
      const deleted = withRecord.filter((id) => !stored.has(id));
      await mailTable.of(tx, tenantId, this.#claim).finish(deleted);
      return rows.flatMap((row) => this.#claimedOf(row, stored.get(row.emailId), settings, mailbox) ?? []);
    });
  }

  /**
   * Combines mails with their transport. Mails of the platform use the platform's own transport, because other servers
   * would refuse its sender.
   */
  #claimedOf(
    { emailId, tries, waitedMs, envelope, sealed, sealedLink }: ClaimedRow,
    stored: StoredMail | undefined,
    settings: TransportRow | null,
    mailbox: Transport | undefined,
  ): ClaimedMail | undefined {
    const { transports, services } = this.#parts;
    const common = { emailId, tries, waitedMs };
    if (sealed !== null && envelope !== null)
      return { ...common, content: { envelope, sealed }, transport: transports.platform(), settings: null };
    if (!stored) return undefined;
    const content = { stored, sealedLink };
    if (mailbox) return { ...common, content, transport: mailbox, settings };
    const transport = settings
      ? transports.open(this.#queue.tenantId, openSettings(settings, services.vault.decrypt(settings.url)))
      : transports.platform();
    return { ...common, content, transport, settings };
  }

  async #prepare(claimed: ClaimedMail): Promise<{ mail: OutgoingMail } | FinishedMail> {
    if (this.#failed.has(claimed.settings?.id ?? null)) return { claimed, outcome: { kind: 'released' } };
    try {
      return { mail: await this.#parts.preparer.prepare(this.#context as Context, claimed) };
    } catch (error) {
      if (error instanceof BatchStopped) {
        this.#paused = true;
        await pauseBatch(this.#parts.services, this.#queue, error.message);
      }
      if (this.#stopping || this.#paused) return { claimed, outcome: { kind: 'released' } };
      if (isTransient(error) || error instanceof ThreadEndedError)
        return { claimed, outcome: { kind: 'deferred', message: (error as Error).message } };
      return { claimed, outcome: { kind: 'failed', message: (error as Error).message } };
    }
  }

  async #send(claimed: ClaimedMail, prepared: OutgoingMail): Promise<FinishedMail> {
    const mail = { ...prepared, date: new Date() };
    const send = async (): Promise<Outcome> => {
      try {
        return await claimed.transport.send(mail);
      } catch (error) {
        // A failure of this process, before anything reached a server.
        return { kind: 'deferred', message: (error as Error).message };
      }
    };
    const isBatch = this.#queue.batchId !== null;
    const outcome = await (this.#connections as Semaphore).use(() =>
      isBatch ? this.#parts.batchSlots.use(send) : send(),
    );
    if (outcome.kind === 'transport' && !outcome.onlyThisMail) this.#failed.add(claimed.settings?.id ?? null);
    this.#parts.services.tally.add('mails', outcome.kind);
    const sentCopy = await sealSentCopy(this.#parts.services, claimed, outcome, mail);
    const messageId = messageIdOf(mail.id, mail.from.address);
    return { claimed, outcome, messageId, subject: mail.subject, ...(sentCopy !== undefined && { sentCopy }) };
  }

  async #releaseRest(): Promise<void> {
    const { tenantId } = this.#queue;
    const unused = Map.groupBy(this.#ready.splice(0), ({ settings }) => settings?.id);
    await this.#parts.services.db.transaction(tenantId, async (tx) => {
      await mailTable.of(tx, tenantId, this.#claim).release();
      for (const [id, mails] of unused) if (id !== undefined) await returnUse(tx, tenantId, id, mails.length);
    });
  }
}

const idsWithRecord = (rows: readonly ClaimedRow[]): string[] =>
  rows.filter(({ sealed }) => sealed === null).map(({ emailId }) => emailId);
