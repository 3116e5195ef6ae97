import { randomUUID } from 'node:crypto';
import type { Background } from '#core/background.ts';
import type { Services } from '#core/context.ts';
import { classify } from '#db/errors.ts';
import { WakeSignal } from '#lib/wake-signal.ts';
import type { StoredMessage } from '../../../imap/imap-session.ts';
import { readMessage } from '../../../messages/returned/read-message.ts';
import { readVerp } from '../../../messages/verp.ts';
import { applyReports } from '../apply-reports.ts';
import { findTenantOfMail } from '../sql/find-tenant-of-mail.ts';
import { releaseLease, takeLease } from '../sql/mailbox-lease.ts';
import { BounceFolder } from './bounce-folder.ts';
import type { BounceMailboxSettings } from './settings.ts';

/** Polling interval when the server announces nothing, and interval at which other nodes check the lease. */
const defaultPollMs = 30_000;
/**
 * Lease time: after a crash, another node reads the mailbox after at most this time. The lease is renewed before each
 * message.
 */
const leaseMs = 90_000;
const leaseName = 'bounces';
const firstRetryMs = 1000;
const maxRetryMs = 5 * 60_000;
const transient = ['busy', 'slow', 'crowded', 'unreachable'];

/** Reads bounces, complaints and replies from the mailbox of BOUNCE_MAILBOX_URL. One node at a time reads it. */
export class BounceMailbox implements Background {
  readonly #services: Services;
  readonly #settings: BounceMailboxSettings | undefined;
  readonly #pollMs: number;
  readonly #node = randomUUID();
  readonly #wakeSignal = new WakeSignal();
  #folder: BounceFolder | undefined;
  #loop: Promise<void> | undefined;
  readonly #stopping = new AbortController();
  #moveFailureLogged = false;
  /** The last logged error. The same error is not logged again until the mailbox was read successfully. */
  #loggedError: string | undefined;

  constructor(services: Services, pollMs = defaultPollMs) {
    this.#services = services;
    this.#pollMs = pollMs;
    this.#settings = services.settings.bounceMailbox;
  }

  async start(): Promise<void> {
    if (this.#settings) this.#loop = this.#run(this.#settings);
  }

  async stop(): Promise<void> {
    // Abort the connection, even while it is being opened, so that no command waits for the server.
    this.#stopping.abort();
    this.#wakeSignal.wake();
    await this.#loop;
  }

  async #run(settings: BounceMailboxSettings): Promise<void> {
    const { db, log } = this.#services;
    let retryMs = firstRetryMs;
    while (!this.#stopping.signal.aborted) {
      let waitMs = this.#pollMs;
      try {
        if (await takeLease(db, leaseName, this.#node, leaseMs)) await this.#readAll(settings);
        else this.#closeFolder();
        if (this.#loggedError !== undefined) log.info('the mailbox for bounces can be read again');
        this.#loggedError = undefined;
        retryMs = firstRetryMs;
      } catch (error) {
        this.#closeFolder();
        if (this.#stopping.signal.aborted) break;
        this.#logOnce(error as Error);
        waitMs = retryMs;
        retryMs = Math.min(retryMs * 2, maxRetryMs);
      }
      if (!this.#stopping.signal.aborted) await this.#wakeSignal.wait(waitMs);
    }
    this.#closeFolder();
    await releaseLease(db, leaseName, this.#node).catch((error: Error) =>
      log.debug(`the lease of the mailbox for bounces was not released: ${error.message}`),
    );
  }

  /** Logs an error once. imapflow stores the reason of a refused command in `responseText`. */
  #logOnce(error: Error & { responseText?: string }): void {
    const text = error.responseText === undefined ? error.message : `${error.message}: ${error.responseText}`;
    if (text === this.#loggedError) return;
    this.#loggedError = text;
    this.#services.log.warn(`the mailbox for bounces could not be read: ${text}`);
  }

  #closeFolder(): void {
    this.#folder?.close();
    this.#folder = undefined;
  }

  /** Reads all messages, including those that arrive meanwhile. */
  async #readAll(settings: BounceMailboxSettings): Promise<void> {
    if (!this.#folder?.usable) {
      this.#folder = await BounceFolder.open(settings, () => this.#wakeSignal.wake(), this.#stopping.signal);
    }
    const opened = this.#folder;
    for (let uids = await opened.unread(); uids.length > 0; uids = await opened.unread()) {
      for (const uid of uids) {
        if (this.#stopping.signal.aborted) return;
        // A node that was suspended for a while may have lost the lease.
        if (!(await takeLease(this.#services.db, leaseName, this.#node, leaseMs))) return;
        const message = await opened.fetch(uid);
        if (message) await this.#file(opened, uid, await this.#process(message));
      }
    }
    opened.idle();
  }

  async #file(opened: BounceFolder, uid: number, folder: 'Processed' | 'Unrecognised'): Promise<void> {
    if ((await opened.file(uid, folder)) || this.#moveFailureLogged) return;
    this.#moveFailureLogged = true;
    this.#services.log.warn(
      `messages in the mailbox for bounces stay where they are, because its server does not move them to ${folder}`,
    );
  }

  /** Returns the folder that the message belongs to. Repeating a message is harmless: facts are written once. */
  async #process({ uid, source, receivedAt }: StoredMessage): Promise<'Processed' | 'Unrecognised'> {
    const { db, log } = this.#services;
    try {
      const { mail, reports } = readMessage(source, (address) => readVerp(this.#services, address));
      if (!mail) return 'Unrecognised';
      const { emailId } = mail;
      const tenantId = mail.tenantId ?? (await findTenantOfMail(db, emailId));
      if (tenantId === undefined) return 'Unrecognised';
      const at = receivedAt && { at: receivedAt };
      const applied = await applyReports(
        this.#services,
        tenantId,
        reports.map((report) => ({ emailId, ...report, ...at })),
      );
      log.debug({ tenantId, emailId, reports: reports.length, applied }, 'a message about a mail was read');
      return 'Processed';
    } catch (error) {
      // The database is unreachable or busy, so the message stays and is read again.
      if (transient.includes(classify(error)?.kind ?? '')) throw error;
      log.error(
        { err: error, uid },
        'a message in the mailbox for bounces could not be processed; see its folder Unrecognised',
      );
      return 'Unrecognised';
    }
  }
}
