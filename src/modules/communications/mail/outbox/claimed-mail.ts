import type { SendResult } from '../../smtp/send-result.ts';
import type { Transport } from '../transports/transport.ts';
import type { StoredMail } from './sql/read-mails.ts';
import type { TransportRow } from './sql/transports.ts';

interface RecordContent {
  readonly stored: StoredMail;
  /** A link that only the mail contains, not its record; encrypted. */
  readonly sealedLink: string | null;
}

interface PlatformContent {
  readonly envelope: { readonly to: string; readonly subject: string };
  /** The texts of the mail, encrypted. */
  readonly sealed: string;
}

/** A claimed mail, with the transport that sends it. */
export interface ClaimedMail {
  readonly emailId: string;
  readonly tries: number;
  readonly waitedMs: number;
  /** The stored mail. A mail of the platform has no record, so its encrypted content comes from the outbox. */
  readonly content: RecordContent | PlatformContent;
  readonly transport: Transport;
  /** Null for the transport of the platform, and for a mailbox that was disconnected. */
  readonly settings: TransportRow | null;
}

/** The result of a mail: of the mail server, or of a step before it. */
export type Outcome =
  | SendResult
  /** The mail cannot be sent: its content, its sender or its attachments are wrong. */
  | { readonly kind: 'failed'; readonly message: string }
  /** The address was suppressed after the mail was accepted. */
  | { readonly kind: 'suppressed'; readonly reason: string }
  /** The mail was not handed over and is due again: its batch is paused, or the node stops. */
  | { readonly kind: 'released' };

export interface FinishedMail {
  readonly claimed: ClaimedMail;
  readonly outcome: Outcome;
  /** The Message-ID that was used. */
  readonly messageId?: string;
  /** The subject as rendered for this recipient. */
  readonly subject?: string;
  /**
   * The message for the folder of sent mail, encrypted. Only for a mailbox whose server does not store sent mail
   * itself.
   */
  readonly sentCopy?: string;
}

/** True for mails to many people. They respect unsubscriptions, and contain a way to unsubscribe. */
export const isBulk = (type: string | null): boolean => type === 'bulk' || type === 'campaign' || type === 'marketing';
