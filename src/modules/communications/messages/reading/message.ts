import type { StagedFile } from '#core/files/staged-file.ts';
import type { ShownMail } from '../html/show-mail.ts';
import type { Report } from '../returned/report.ts';
import type { CalendarReply } from './calendar-replies.ts';

export type Sharing = 'contacts' | 'everything' | 'metadata' | 'nothing';

/** The fields of a mailbox that its messages need. */
export interface Mailbox {
  readonly tenantId: string;
  readonly accountKey: string;
  readonly connectionId: string;
  readonly ownerId: string | null;
  readonly teamIds: readonly string[];
  readonly email: string;
  readonly sharing: Sharing;
  readonly blocklist: readonly string[];
  readonly createsContacts: boolean;
}

/** A message as stored at the server of a mailbox. */
export interface FetchedMessage {
  readonly source: Buffer;
  /** True when the message was cut off at the limit. */
  readonly cut: boolean;
  /** The time when the server received it. */
  readonly receivedAt: Date | undefined;
  readonly seen: boolean;
  /** The id of the provider's thread. */
  readonly threadId: string | undefined;
  readonly folder: 'inbox' | 'sent' | 'other';
}

export interface Person {
  /** The address in the form that the field `email` accepts. */
  readonly address: string;
  readonly name: string;
}

export type Category = 'personal' | 'automatic' | 'bounce' | 'newsletter';

export interface PreparedAttachment {
  readonly file: StagedFile;
  /** The Content-ID of an image in the HTML, without brackets. */
  readonly contentId: string | undefined;
}

/** The reports in a message about one of our mails, for example a bounce. */
export interface ReportReading {
  readonly emailId: string;
  readonly reports: readonly Report[];
}

/** A message after reading. Every text fits its field. */
export interface PreparedMessage {
  /** True for messages of blocked senders, which have no content and are left out. */
  readonly blocked: boolean;
  readonly key: Buffer;
  readonly messageId: string | null;
  readonly inReplyTo: string | null;
  /** The ids of the earlier messages, oldest first. */
  readonly references: readonly string[];
  readonly threadId: string | undefined;
  readonly from: Person | null;
  readonly replyTo: string | null;
  readonly to: readonly Person[];
  readonly cc: readonly Person[];
  readonly bcc: readonly Person[];
  readonly subject: string;
  readonly text: string | null;
  readonly html: string | null;
  /** Undefined when the mail is rendered at its first opening. */
  readonly shown: ShownMail | undefined;
  readonly preview: string;
  readonly direction: 'inbound' | 'outbound';
  readonly category: Category;
  readonly seen: boolean;
  readonly sentAt: Date;
  readonly receivedAt: Date;
  readonly headers: Readonly<Record<string, string>>;
  /** Notes for the user about omitted content. */
  readonly notes: readonly string[];
  readonly attachments: readonly PreparedAttachment[];
  readonly returned: ReportReading | undefined;
  readonly calendarReplies: readonly CalendarReply[];
}

/** A message that gets a record. */
export interface NewMessage {
  readonly emailId: string;
  readonly message: PreparedMessage;
}

/** `left out`: the sender is blocked. `known`: another mailbox or folder brought it, or it was deleted here. */
export interface StoredMessage {
  /** Null when there is no record. */
  readonly emailId: string | null;
  readonly outcome: 'created' | 'known' | 'left out';
}
