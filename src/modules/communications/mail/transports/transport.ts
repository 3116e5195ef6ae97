import type { Readable } from 'node:stream';
import type { SendResult } from '../../smtp/send-result.ts';

export interface Attachment {
  readonly name: string;
  readonly mimeType: string;
  /** The Content-ID of an image that the HTML shows by `cid:`. */
  readonly contentId?: string;
  /** Called when the mail is sent, so that waiting mails hold no contents in memory. */
  open(): Promise<Readable>;
}

/** A calendar entry that mail programs offer to accept. */
export interface CalendarEntry {
  readonly method: string;
  /** An iCalendar object. */
  readonly content: string;
}

export interface OutgoingMail {
  /** The id of the mail; its Message-ID is `<id@domain of the sender>`. */
  readonly id: string;
  readonly from: { readonly name: string | null; readonly address: string };
  readonly to: readonly string[];
  readonly cc: readonly string[];
  readonly bcc: readonly string[];
  readonly replyTo: string | null;
  readonly subject: string;
  readonly html: string | null;
  readonly text: string | null;
  /** Further headers, for example `List-Unsubscribe`. */
  readonly headers: Readonly<Record<string, string>>;
  readonly attachments: readonly Attachment[];
  readonly calendar?: CalendarEntry;
  /** The return path for bounces; null means the address of the sender. */
  readonly envelopeFrom: string | null;
  /** Default: now. */
  readonly date?: Date;
}

export interface Transport {
  /** Null for `SMTP_URL` of the platform, and for capture. */
  readonly id: string | null;
  /** Max number of mails that are sent at the same time. */
  readonly maxConnections: number;
  /**
   * Sends one mail, without retry. Failures of the server do not throw. A thrown error (the database is away, the disk is full) happened
   * before anything was handed to a server.
   */
  send(mail: OutgoingMail): Promise<SendResult>;
  /** Connects and logs in, without sending. Returns undefined when that works. */
  verify(): Promise<SendResult | undefined>;
  /** Closes idle connections. Mails in progress are finished. */
  close(): void;
}
