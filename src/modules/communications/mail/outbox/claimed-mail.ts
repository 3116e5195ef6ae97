import type { SendResult } from '../../smtp/send-result.ts';
import type { Transport } from '../transports/transport.ts';
import type { StoredMail } from './sql/read-mails.ts';
import type { TransportRow } from './sql/transports.ts';

interface PlatformContent {
  readonly envelope: { readonly to: string; readonly subject: string };
  /** Its texts, encrypted. */
  readonly sealed: string;
}

/** A mail that this node has claimed, and the transport that it is going to use. */
export interface ClaimedMail {
  readonly emailId: string;
  readonly tries: number;
  readonly waitedMs: number;
  /** A mail of the platform has no record; its content is encrypted in the outbox. */
  readonly content: { readonly stored: StoredMail } | PlatformContent;
  readonly transport: Transport;
  /** Null for the transport of the platform, and for a mailbox that was disconnected. */
  readonly settings: TransportRow | null;
}

/** How it ended: by the mail server, or before it got there. */
export type Outcome =
  | SendResult
  /** It cannot be sent: its content, its sender or its attachments are wrong. */
  | { readonly kind: 'failed'; readonly message: string }
  /** The address is suppressed since the mail was accepted. */
  | { readonly kind: 'suppressed'; readonly reason: string }
  /** It was not handed over and is due again: its batch is paused, or the node stops. */
  | { readonly kind: 'released' };

export interface FinishedMail {
  readonly claimed: ClaimedMail;
  readonly outcome: Outcome;
  /** The Message-ID that was used. */
  readonly messageId?: string;
  /** As it was rendered for this recipient. */
  readonly subject?: string;
  /** Of a mailbox whose server keeps no sent mail: the message for its folder of sent mail, encrypted. */
  readonly sentCopy?: string;
}

/** Mails to many people. They respect unsubscriptions, and say how to unsubscribe. */
export const isBulk = (type: string | null): boolean => type === 'bulk' || type === 'campaign' || type === 'marketing';
