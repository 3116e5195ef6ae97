import type { Context, Services } from '#core/context.ts';
import type { ImapSession } from '../../imap/imap-session.ts';
import type { MailThread } from '../../messages/reading/mail-thread.ts';
import type { Mailbox } from '../../messages/reading/message.ts';

/** Counts of a run so far. */
export class RunCounts {
  fetched = 0;
  created = 0;
  updated = 0;
  readonly folders = new Set<string>();
  /** Reasons why messages were skipped. */
  readonly skipped: string[] = [];

  get any(): boolean {
    return this.created + this.updated + this.skipped.length > 0;
  }
}

/** One pass over a mailbox. */
export interface SyncRun {
  readonly services: Services;
  /** Acts as the platform in the tenant of the mailbox. */
  readonly context: Context;
  readonly node: string;
  /** Reads the messages of all mailboxes of this node. */
  readonly reader: Pick<MailThread, 'read' | 'show'>;
  /** True when the run reads old messages, not new ones. */
  readonly backfills?: boolean;
  readonly mailbox: Mailbox;
  readonly provider: string;
  readonly backfillDays: number;
  readonly chosenFolders: readonly string[];
  readonly session: ImapSession;
  readonly counts: RunCounts;
  readonly signal: AbortSignal;
  /** The number of messages in each folder when this node last read it. */
  readonly messageCounts: Map<string, number>;
  /** True when the server has reported news since the run began to read. */
  hasNews(): boolean;
}
