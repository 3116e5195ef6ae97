import type { Readable } from 'node:stream';

export interface Attachment {
  readonly name: string;
  readonly mimeType: string;
  /** The Content-ID of an image that the HTML shows by `cid:`. */
  readonly contentId?: string;
  /** Called when the mail is sent, so that contents are never held in memory while mails wait. */
  open(): Promise<Readable>;
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
  /** The return path, to which bounces go; the address of the sender when null. */
  readonly envelopeFrom: string | null;
  /** Default: now. */
  readonly date?: Date;
}

/** A recipient whom the server refused, while it accepted the mail for others. */
interface RejectedRecipient {
  readonly address: string;
  readonly message: string;
}

export type SendResult =
  /** The server answered the end of the message with 2xx. */
  | { readonly kind: 'accepted'; readonly response: string; readonly rejected?: readonly RejectedRecipient[] }
  /** 5xx for all recipients or for the message: a bounce. */
  | { readonly kind: 'refused'; readonly message: string }
  /** 4xx, or the connection broke before the end of the message was sent: try again later. */
  | { readonly kind: 'deferred'; readonly message: string }
  /**
   * The transport does not work: use the next one. `stop` is true when a person has to repair it (login or sender
   * refused, private address), and false when it may work later (no connection). `onlyThisMail` is true when the
   * transport works for other mails, for example because the server refused a sender that is not the transport's own.
   */
  | { readonly kind: 'transport'; readonly stop: boolean; readonly onlyThisMail?: boolean; readonly message: string }
  /** The connection broke after the end of the message was sent: it may have been accepted or not. */
  | { readonly kind: 'unknown'; readonly message: string };

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
  /** Closes connections that are idle; mails that are being sent are finished. */
  close(): void;
}
