import { tenantContext } from '#core/access/platform.ts';
import type { Services } from '#core/context.ts';
import { classify } from '#db/errors.ts';
import type { Semaphore } from '#lib/semaphore.ts';
import { WakeSignal } from '#lib/wake-signal.ts';
import { ImapSession } from '../../imap/imap-session.ts';
import {
  type ChosenFolder,
  consentErrorText,
  dropToken,
  guardFor,
  type ImapError,
  imapErrorText,
  MailboxNotUsable,
  openLogins,
  requireReauthorization,
} from '../../mailboxes/contract.ts';
import { backfill, backfillForAnswer, firstUnfinished } from './backfill.ts';
import { makeChanges } from './make-changes.ts';
import { listFolders, readNews } from './read-folders.ts';
import { readMailbox } from './read-mailbox.ts';
import { reportRun } from './report-run.ts';
import { type Lease, LeaseLost } from './sql/leases.ts';
import { RunCounts, type SyncRun } from './sync-run.ts';

export interface SyncTimes {
  /** Interval for reading a mailbox when its server reports nothing. */
  readonly pollMs: number;
  /** The wait after the first failure. It doubles up to `maxRetryMs`. */
  readonly firstRetryMs: number;
  readonly maxRetryMs: number;
}

export interface SyncParts {
  readonly services: Services;
  readonly node: string;
  readonly times: SyncTimes;
  readonly reader: SyncRun['reader'];
  /** Limits the mailboxes that are read at the same time. */
  readonly slots: Semaphore;
  /** True when this mailbox may keep its connection and wait for news (IDLE). */
  mayIdle(): boolean;
}

/** After this many refused passwords the user must sign in again. Overloaded servers refuse correct passwords too. */
const maxRefusals = 3;
/** The list of folders is read again this often. */
const foldersEveryMs = 10 * 60_000;

/** Reads one mailbox while this node holds its lease. */
export class MailboxSync {
  readonly #parts: SyncParts;
  readonly #lease: Lease;
  readonly #wakeSignal = new WakeSignal();
  readonly #stopping = new AbortController();
  readonly #messageCounts = new Map<string, number>();
  readonly #loop: Promise<void>;
  #session: ImapSession | undefined;
  #folders: { readonly chosen: readonly ChosenFolder[]; readonly of: string; readonly readAt: number } | undefined;
  #failures: number;
  #reopenedAtOnce = false;
  #renewedAtOnce = false;
  #requested = false;
  /** The request that is being answered. The lease names it until the answer is written. */
  #answering: string | null = null;
  #news = false;
  #running = false;
  /** Sum of the runs since the last complete one: old messages take several runs. */
  #progress: RunProgress | undefined;
  /** True while old messages are left to read. */
  backfills = false;
  /** Set when the mailbox stops for good: it was disconnected, or its user must sign in. */
  ended = false;

  constructor(parts: SyncParts, lease: Lease) {
    this.#parts = parts;
    this.#lease = lease;
    this.#failures = lease.failures;
    this.#take(lease.requestedAt);
    this.#loop = this.#run();
  }

  get connectionId(): string {
    return this.#lease.connectionId;
  }

  /** True when it keeps a connection that waits for news. */
  get idles(): boolean {
    return this.#session !== undefined;
  }

  /** Reads the mailbox soon. If a user asked for it, the result is reported in any case, once for each request. */
  wake(requestedAt: string | null = null): void {
    const isNew = this.#take(requestedAt);
    if (isNew || !this.#running) this.#wakeSignal.wake();
  }

  #take(requestedAt: string | null): boolean {
    if (requestedAt === null || requestedAt === this.#answering) return false;
    this.#answering = requestedAt;
    this.#requested = true;
    return true;
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#wakeSignal.wake();
    await this.#loop;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted && !this.ended) {
      this.#running = true;
      const waitMs = await this.#parts.slots.use(() => (signal.aborted ? Promise.resolve(0) : this.#runOnce()));
      this.#running = false;
      if (!signal.aborted && !this.ended) await this.#wakeSignal.wait(waitMs);
    }
    this.#close();
  }

  #close(): void {
    this.#session?.close();
    this.#session = undefined;
  }

  /** Returns how long to wait for the next run. Never throws. */
  async #runOnce(): Promise<number> {
    const { services, times } = this.#parts;
    const { tenantId, accountKey, connectionId } = this.#lease;
    this.#progress ??= { begunAt: new Date(), counts: new RunCounts() };
    const progress = this.#progress;
    let provider = '';
    try {
      const context = await tenantContext(services, { tenantId, accountKey });
      const settings = await readMailbox(context, connectionId);
      if (!settings || settings.status === 'needsReauthorization') {
        this.ended = true;
        return 0;
      }
      provider = settings.provider;
      const session = await this.#openSession();
      const finished = await this.#read(
        { ...settings, ...this.#runParts(session, progress.counts), context },
        progress.begunAt,
      );
      this.backfills = !finished;
      this.#failures = 0;
      this.#reopenedAtOnce = false;
      // Release the slot to the next mailbox, so that one with many old messages does not block others.
      if (!finished) return 0;
      this.#progress = undefined;
      if (this.#parts.mayIdle()) await this.#beginIdle(session);
      else {
        await session.signOut();
        this.#session = undefined;
      }
      return this.#news ? 0 : times.pollMs;
    } catch (error) {
      return this.#fail(error as Error, { ...progress, provider });
    }
  }

  #runParts(session: ImapSession, counts: RunCounts) {
    const { services, node, reader } = this.#parts;
    const hasNews = () => this.#news || this.#requested;
    return {
      services,
      node,
      reader,
      session,
      counts,
      signal: this.#stopping.signal,
      messageCounts: this.#messageCounts,
      hasNews,
    };
  }

  async #openSession(): Promise<ImapSession> {
    if (this.#session?.usable) return this.#session;
    this.#close();
    const { services } = this.#parts;
    const { tenantId, connectionId } = this.#lease;
    const { imap } = await openLogins(services, tenantId, connectionId);
    const onNews = () => {
      this.#news = true;
      if (!this.#running) this.#wakeSignal.wake();
    };
    const guard = guardFor(services, imap);
    this.#session = await ImapSession.open(imap, {
      guard,
      allowPlain: guard.allowPrivate,
      resync: true,
      signal: this.#stopping.signal,
      onNews,
      onClose: onNews,
    });
    // The token was accepted, so the next refusal may renew it at once again.
    this.#renewedAtOnce = false;
    return this.#session;
  }

  /** Reads new messages first, then old messages for a while. Returns true when all were read. */
  async #read(run: SyncRun, begunAt: Date): Promise<boolean> {
    const requested = this.#requested;
    this.#requested = false;
    this.#news = false;
    await makeChanges(run);
    await readNews(run, await this.#chosenFolders(run));
    // The answer to a request counts what this run has stored, so it waits for the old messages of a small mailbox.
    const unfinished = requested ? await backfillForAnswer(run) : await firstUnfinished(run);
    const announced = await this.#report(run, begunAt, { requested, finished: unfinished === undefined });
    // Each message is counted by one event.
    if (announced) this.#progress = undefined;
    if (unfinished && !requested) await backfill(run, unfinished);
    return unfinished === undefined;
  }

  /**
   * While old messages are read, only a user's request is answered with an event; the other runs are reported together
   * at the end. Returns true when an event was written.
   */
  async #report(
    run: SyncRun,
    begunAt: Date,
    { requested, finished }: { requested: boolean; finished: boolean },
  ): Promise<boolean> {
    const announced = requested || (finished && run.counts.any);
    await reportRun(run.context, {
      ...this.#reportParts(run.provider, run.counts, begunAt),
      error: null,
      failures: 0,
      nextInMs: this.#parts.times.pollMs,
      announced,
    });
    return announced;
  }

  #reportParts(provider: string, counts: RunCounts, begunAt: Date) {
    return { connectionId: this.#lease.connectionId, node: this.#parts.node, provider, counts, begunAt };
  }

  async #chosenFolders(run: SyncRun): Promise<readonly ChosenFolder[]> {
    const of = run.chosenFolders.join('\n');
    const known = this.#folders;
    if (known && known.of === of && Date.now() - known.readAt < foldersEveryMs) return known.chosen;
    const chosen = await listFolders(run);
    this.#folders = { chosen, of, readAt: Date.now() };
    return chosen;
  }

  async #beginIdle(session: ImapSession): Promise<void> {
    const inbox = this.#folders?.chosen[0]?.path ?? 'INBOX';
    if (session.openPath !== inbox) await session.openFolder(inbox);
    session.idle();
  }

  async #fail(error: Error, { counts, begunAt, provider }: FailedRun): Promise<number> {
    const { services, times } = this.#parts;
    const { tenantId, accountKey, connectionId } = this.#lease;
    const wasConnected = this.#session !== undefined;
    // The next run takes a request again that was not answered.
    this.#answering = null;
    this.#close();
    if (this.#stopping.signal.aborted) return 0;
    if (error instanceof LeaseLost || error instanceof MailboxNotUsable) {
      this.ended = true;
      return 0;
    }
    const isRefused = (error as ImapError).authenticationFailed === true;
    if (isRefused) dropToken(services, connectionId);
    // A refused access token is renewed at once, and a lost connection is opened again. It counts as a failure only
    // when that fails, too.
    if (isRefused && provider !== 'imap' && !this.#renewedAtOnce) {
      this.#renewedAtOnce = true;
      return 0;
    }
    if (wasConnected && !this.#reopenedAtOnce && classify(error) === undefined) {
      this.#reopenedAtOnce = true;
      return 0;
    }
    this.#failures += 1;
    this.#progress = undefined;
    const text = provider === 'imap' ? imapErrorText(error as ImapError) : consentErrorText(error as ImapError);
    services.log.warn({ tenantId, connectionId, reason: error.message }, 'a mailbox could not be read');
    const nextInMs = Math.min(times.firstRetryMs * 2 ** (this.#failures - 1), times.maxRetryMs);
    try {
      const context = await tenantContext(services, { tenantId, accountKey });
      const parts = this.#reportParts(provider, counts, begunAt);
      await reportRun(context, { ...parts, error: text, failures: this.#failures, nextInMs, announced: true });
      if (isRefused && this.#failures >= maxRefusals) {
        const remedy = provider === 'imap' ? 'Enter the password again.' : 'Connect it again.';
        await requireReauthorization(services, tenantId, connectionId, `${text} ${remedy}`);
        this.ended = true;
      }
    } catch (failure) {
      if (failure instanceof LeaseLost) this.ended = true;
      else services.log.warn(`the state of a mailbox was not written: ${(failure as Error).message}`);
    }
    return nextInMs;
  }
}

interface RunProgress {
  readonly counts: RunCounts;
  readonly begunAt: Date;
}

interface FailedRun extends RunProgress {
  readonly provider: string;
}
