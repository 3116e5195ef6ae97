import { getJson } from './bearer.ts';
import { plainText } from './plain-text.ts';
import type { InboxItem, InboxPage, Session } from './platform.ts';

const maxPages = 5;

interface Mention {
  readonly id: string;
  readonly text: string;
  readonly created_at: string;
  readonly author_id: string;
  readonly conversation_id?: string;
  readonly referenced_tweets?: readonly { readonly type: string; readonly id: string }[];
}

interface User {
  readonly id: string;
  readonly name: string;
  readonly username: string;
}

interface Position {
  /** The newest mention of the last complete reading; null for the first reading. */
  readonly since: string | null;
  /**
   * Set when a reading had more pages than one run takes. The next run continues below the mention `until`, and ends
   * with `newest` as the new `since`.
   */
  readonly rest?: { readonly until: string; readonly newest: string };
}

export const urlOf = (id: string): string => `https://x.com/i/status/${id}`;

/** Reads mentions, newest first, a few pages in one run. */
export async function readMentions(session: Session, cursor: string | null): Promise<InboxPage> {
  const { since, rest } = readPosition(cursor);
  const items: InboxItem[] = [];
  let newest = rest?.newest ?? null;
  let until = rest?.until;
  let page: string | undefined;
  for (let n = 0; n < maxPages; n += 1) {
    const { data = [], includes, meta } = await mentionsOf(session, since, rest?.until, page);
    const users = new Map<string, User>((includes?.users ?? []).map((user: User) => [user.id, user]));
    items.push(...data.map((one: Mention) => itemOf(one, users.get(one.author_id))));
    newest ??= meta?.newest_id ?? null;
    until = data.at(-1)?.id ?? until;
    page = meta?.next_token;
    // The first reading takes one page, because old mentions are not new messages.
    if (since === null || page === undefined) break;
  }
  if (since === null || page === undefined || until === undefined || newest === null)
    return { items, cursor: newest ?? since };
  return { items, cursor: JSON.stringify({ since, rest: { until, newest } } satisfies Position), more: true };
}

/** Reads a cursor: the id of a mention, or JSON while a reading continues. */
const readPosition = (cursor: string | null): Position =>
  cursor?.startsWith('{') ? (JSON.parse(cursor) as Position) : { since: cursor };

/** Reads mentions below an id, because page tokens expire before the next run. */
function mentionsOf(session: Session, since: string | null, until: string | undefined, page: string | undefined) {
  const query = new URLSearchParams({
    max_results: '50',
    'tweet.fields': 'created_at,conversation_id,author_id,referenced_tweets',
    expansions: 'author_id',
    ...(since !== null && { since_id: since }),
    ...(until !== undefined && { until_id: until }),
    ...(page !== undefined && { pagination_token: page }),
  });
  return getJson(session, `/2/users/${session.account.externalId}/mentions?${query}`);
}

const itemOf = (one: Mention, author: User | undefined): InboxItem => ({
  externalId: one.id,
  threadId: one.conversation_id ?? one.id,
  parentId: one.referenced_tweets?.find(({ type }) => type === 'replied_to')?.id ?? null,
  kind: 'mention',
  author: { id: one.author_id, name: author?.name ?? one.author_id, handle: `@${author?.username ?? one.author_id}` },
  text: plainText(one.text),
  at: new Date(one.created_at),
  url: urlOf(one.id),
  own: false,
  replyTo: { id: one.id },
});
