import { randomUUID } from 'node:crypto';
import { tenantContext } from '#core/access/platform.ts';
import type { Context, Services } from '#core/context.ts';
import { whileRenewing } from '#core/queue/queue-engine.ts';
import type { Runner } from '#core/queue/runners.ts';
import { writeResult } from '#core/queue/write-result.ts';
import type { Transaction } from '#db/database.ts';
import { type Message, type Sent, sendMessage, statusUrl } from '../provider/send-message.ts';
import { type SmsProvider, smsProviderOf } from '../provider/sms-setting.ts';
import { markOptedOut } from '../sql/opt-outs.ts';
import { endPause, lockStatus, pauseInactive, pauseQueue } from '../sql/pauses.ts';
import { claimMessages, finishMessage, queueIdOf, type SmsQueue, smsTable } from '../sql/queue.ts';
import { writeCounters } from '../write-counters.ts';

/** Maximum number of messages in one claim. They are sent one after another. */
const maxClaimed = 20;
/**
 * After this time the runner writes the counters and gives its place to other queues, those of other tenants first.
 */
const turnMs = 30_000;
/** The provider counts as unavailable after this many failures in a row. */
const maxFailuresInRow = 5;
const minuteMs = 60_000;
/** The delays of a queue before each retry. After the last one, a channel waits until its campaign is resumed. */
const retryDelaysMs = [0.5, 1, 2, 4, 8, 16, 32, 60, 60, 60].map((minutes) => minutes * minuteMs);

interface Provider {
  readonly provider: SmsProvider;
  readonly secret: string;
}

/**
 * Sends the messages of one queue, one by one. A message is marked as started in a committed transaction before the
 * call of the provider, so that after a crash the database says which messages the provider may have.
 */
export class SmsRunner implements Runner {
  readonly #services: Services;
  readonly #queue: SmsQueue;
  readonly #claim = randomUUID();
  /** Claimed messages that are not started yet. */
  #claimed: Message[] = [];
  /** The number of calls in a row that the provider did not confirm. */
  #failures = 0;
  /** True when the provider has accepted or rejected a message in this run. */
  #answered = false;
  #stopping = false;
  readonly #turnEndsAt = Date.now() + turnMs;

  constructor(services: Services, queue: SmsQueue) {
    this.#services = services;
    this.#queue = queue;
  }

  /** Starts no further message. A call that is under way may finish. */
  stop(): void {
    this.#stopping = true;
  }

  async run(): Promise<number> {
    const { tenantId, channelId } = this.#queue;
    const queueId = queueIdOf(this.#queue);
    const context = await tenantContext(this.#services, this.#queue);
    const provider = await smsProviderOf(context);
    if (!provider) {
      await this.#inTransaction((tx) => this.#pause(tx, 'The setting marketing.sms is missing: set it up again.'));
      return 0;
    }
    if (!(await this.#inTransaction((tx) => this.#begin(tx)))) return 0;
    try {
      const claimed = { tenantId, claim: this.#claim };
      await whileRenewing(this.#services, smsTable, claimed, () => this.#sendAll(context, provider));
    } finally {
      await this.#inTransaction(async (tx) => {
        await smsTable.of(tx, tenantId, this.#claim).release();
        // A number may have opted out while its message waited.
        await markOptedOut(tx, tenantId, queueId);
      });
      if (channelId !== null) await writeCounters(context, channelId);
    }
    return 0;
  }

  /** Returns false when the campaign or workflow is not active: its messages wait. */
  async #begin(tx: Transaction): Promise<boolean> {
    const status = await lockStatus(tx, this.#queue);
    if (status === undefined) return false;
    await markOptedOut(tx, this.#queue.tenantId, queueIdOf(this.#queue));
    if (status !== 'active') await pauseInactive(tx, this.#queue);
    return status === 'active';
  }

  /**
   * One transaction writes a result and starts the next message, so that each message waits for the database only once.
   */
  async #sendAll(context: Context, provider: Provider): Promise<void> {
    const callbackUrl = statusUrl(context);
    let message = await this.#inTransaction((tx) => this.#startNext(tx));
    while (message) {
      const sent = await sendMessage(this.#services, provider, message, callbackUrl);
      this.#services.tally.add('textMessages', sent.status);
      this.#failures = sent.status === 'unconfirmed' ? this.#failures + 1 : 0;
      message = await this.#finish(message, sent);
    }
  }

  /**
   * Starts the next message. Returns undefined when no message is due, or the turn is over. Skips messages that were
   * cancelled or paused since the claim, and numbers that opted out.
   */
  async #startNext(tx: Transaction): Promise<Message | undefined> {
    const { tenantId } = this.#queue;
    while (!this.#stopping && Date.now() < this.#turnEndsAt) {
      if (this.#claimed.length === 0) this.#claimed = await claimMessages(tx, this.#queue, this.#claim, maxClaimed);
      const message = this.#claimed.shift();
      if (!message) return undefined;
      const started = await smsTable.of(tx, tenantId, this.#claim).start([message.id]);
      if (started.has(message.id)) return message;
    }
    return undefined;
  }

  /** Writes a result. Returns the next message; undefined when none is due or the provider accepts none now. */
  #finish(message: Message, sent: Sent): Promise<Message | undefined> {
    const options = { log: this.#services.log, what: 'text messages', isStopping: () => this.#stopping };
    const write = async (tx: Transaction): Promise<Message | undefined> => {
      await finishMessage(tx, this.#queue.tenantId, this.#claim, message.id, sent);
      if (sent.status === 'refused' || (sent.status === 'unconfirmed' && this.#failures >= maxFailuresInRow)) {
        await this.#pause(tx, sent.error);
        return undefined;
      }
      if (sent.status !== 'unconfirmed' && !this.#answered) await endPause(tx, this.#queue);
      return this.#startNext(tx);
    };
    return writeResult(async () => {
      const next = await this.#inTransaction(write);
      this.#answered ||= sent.status !== 'unconfirmed';
      return next;
    }, options);
  }

  async #pause(tx: Transaction, error: string): Promise<void> {
    const { tenantId, channelId } = this.#queue;
    if (!(await pauseQueue(tx, this.#queue, retryDelaysMs, error)))
      this.#services.log.warn({ tenantId, channelId, error }, 'text messages wait until their campaign is resumed');
  }

  #inTransaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.#services.db.transaction(this.#queue.tenantId, work);
  }
}
