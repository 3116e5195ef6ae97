import { queryOptions } from '@tanstack/react-query';
import { request } from '~/api/http.ts';
import { keys } from '~/api/keys.ts';
import { type RecordData, records } from '~/api/records.ts';

const base = '/api/communications';

export const paths = {
  conversations: `${base}/conversations`,
  emails: `${base}/emails`,
  comments: `${base}/comments`,
  users: '/api/identity/users',
  teams: '/api/identity/teams',
} as const;

type ConversationStatus = 'open' | 'pending' | 'snoozed' | 'closed' | 'spam';

export interface Conversation extends RecordData {
  readonly subject: string | null;
  readonly channel: string | null;
  readonly status: ConversationStatus;
  readonly preview: string | null;
  readonly participants: readonly string[] | null;
  readonly contactId: string | null;
  readonly accountId: string | null;
  readonly opportunityId: string | null;
  readonly assignedUserId: string | null;
  readonly assignedTeamId: string | null;
  readonly lastMessageAt: string | null;
  readonly lastMessageDirection: 'inbound' | 'outbound' | null;
  readonly unreadCount: number | null;
  /** Users for whom the conversation counts as read or unread, regardless of the message count. */
  readonly readByIds: readonly string[] | null;
  readonly unreadByIds: readonly string[] | null;
  readonly messageCount: number | null;
  readonly firstReplyDueAt: string | null;
  readonly firstRepliedAt: string | null;
  readonly snoozedUntil: string | null;
  readonly connectionId: string | null;
  readonly mergedIntoId: string | null;
}

export interface MessageFile {
  readonly _id: string;
  readonly name: string;
  readonly size: number;
  readonly contentType: string | null;
  readonly url: string;
}

export interface EmailMessage {
  readonly kind: 'email';
  readonly _id: string;
  readonly direction: 'inbound' | 'outbound';
  readonly from: string | null;
  readonly fromName: string | null;
  /** The address for replies, when it differs from the sender. */
  readonly replyTo: string | null;
  readonly to: readonly string[] | null;
  readonly cc: readonly string[] | null;
  readonly subject: string | null;
  readonly at: string;
  readonly read: boolean;
  readonly status: string;
  readonly category: string | null;
  readonly html: string | null;
  /** The quoted text of earlier messages. */
  readonly quotedHtml: string | null;
  readonly hasRemoteContent: boolean;
  /** True when the HTML was too complex, so that some or all formatting was removed. */
  readonly simplified: boolean;
  readonly text: string | null;
  readonly quotedText: string | null;
  readonly attachments: readonly MessageFile[];
  readonly scheduledAt: string | null;
  readonly undoUntil: string | null;
  readonly error: string | null;
}

export interface CommentMessage {
  readonly kind: 'comment';
  readonly _id: string;
  readonly content: string;
  readonly authorId: string | null;
  readonly author: { readonly _id: string; readonly name: string | null } | null;
  readonly at: string;
  readonly mentionedUserIds: readonly string[] | null;
}

export type Message = EmailMessage | CommentMessage;

interface MessagePage {
  readonly data: readonly Message[];
  readonly meta: { readonly nextCursor?: string | null; readonly hasMore?: boolean };
}

export interface Presence {
  readonly userId: string;
  readonly name: string | null;
  readonly state: 'viewing' | 'replying';
}

const of = (id: string) => `${paths.conversations}/${id}`;
const act = (id: string, verb: string, body: object = {}): Promise<unknown> =>
  request('POST', `${of(id)}/${verb}`, { body });

export const inboxApi = {
  assign: (id: string, to: { userId: string | null } | { teamId: string }) => act(id, 'assign', to),
  snooze: (id: string, until: string) => act(id, 'snooze', { until }),
  close: (id: string) => act(id, 'close'),
  move: (id: string, to: 'archive' | 'trash') => act(id, 'move', { to }),
  reopen: (id: string) => act(id, 'reopen'),
  merge: (id: string, intoId: string) => act(id, 'merge', { intoId }),
  spam: (id: string) => act(id, 'spam'),
  read: (id: string, read: boolean) => act(id, 'read', { read }),
  /** Marks the conversation as read because it was only opened. Mails in mailboxes of others stay as they are. */
  opened: (id: string) => act(id, 'read', { opened: true }),
  presence: async (id: string, state: 'viewing' | 'replying' | 'left') =>
    (await request<{ data: readonly Presence[] }>('POST', `${of(id)}/presence`, { body: { state } })).data,
  presenceOfOthers: async (id: string) =>
    (await request<{ data: readonly Presence[] }>('GET', `${of(id)}/presence`)).data,
  answer: (id: string, channel: 'sms' | 'social', text: string): Promise<unknown> =>
    request('POST', `/api/marketing/${channel}-inbox/${id}/reply`, { body: { text } }),
  comment: (conversationId: string, content: string, mentionedUserIds: readonly string[]) =>
    records.create(paths.comments, { conversationId, content, mentionedUserIds }),
};

/** The key is below the key of conversations, so that a change of the conversation refreshes its messages. */
export const messagesKey = (id: string) => [...keys.model(paths.conversations), 'messages', id] as const;

async function readMessages(id: string, remote: boolean, signal: AbortSignal): Promise<readonly Message[]> {
  const found: Message[] = [];
  for (let cursor: string | undefined; ; ) {
    const query = { remote: remote || undefined, cursor };
    const { data, meta } = await request<MessagePage>('GET', `${of(id)}/messages`, { query, signal });
    found.push(...data);
    if (!meta.nextCursor) return found;
    cursor = meta.nextCursor;
  }
}

/** All messages and comments of a conversation, oldest first. `remote` includes images of other servers. */
export const messagesQuery = (id: string, remote: boolean) =>
  queryOptions({
    queryKey: [...messagesKey(id), remote],
    queryFn: ({ signal }) => readMessages(id, remote, signal),
    // Messages stay visible while they are read again with their images, so that drafts below them stay mounted.
    placeholderData: (shown, query) => (query?.queryKey.at(-2) === id ? shown : undefined),
  });

export const conversationQuery = (id: string) =>
  queryOptions({
    queryKey: keys.record(paths.conversations, id),
    queryFn: ({ signal }) =>
      records.get(paths.conversations, id, [], signal) as Promise<RecordData> as Promise<Conversation>,
  });

export interface FoundUser {
  readonly _id: string;
  readonly email: string;
  readonly name: string | null;
}

/** Finds colleagues whose name or address begins with the text. */
export const colleaguesQuery = (q: string) =>
  queryOptions({
    queryKey: [...keys.model(paths.users), 'found', q],
    queryFn: async ({ signal }) => {
      const query = { q: q || undefined, limit: 30 };
      return (await request<{ data: readonly FoundUser[] }>('GET', `${paths.users}/search`, { query, signal })).data;
    },
  });

const teamsInput = { sort: ['name'], limit: 100, fields: ['name'] };

export const teamsQuery = queryOptions({
  queryKey: keys.list(paths.teams, teamsInput),
  queryFn: async ({ signal }) => (await records.list(paths.teams, teamsInput, signal)).data,
});
