import { isJsonObject } from '#lib/json.ts';
import { RateLimited, Refused } from '../http/platform-error.ts';
import { getJson } from './bearer.ts';
import type { InboxItem, InboxPage, Session } from './platform.ts';

const perPage = 100;
const maxPages = 5;
/** Limit of threads whose replies are fetched in one reading, because each costs a request. */
const maxThreads = 20;
const quotaWaitMs = 3_600_000;

interface Position {
  /** The start time of the newest thread in the last complete reading; null for the first reading. */
  readonly since: string | null;
  /** The newest threads with the number of replies that were read, to detect new replies. */
  readonly replies: Readonly<Record<string, number>>;
  /** Set when a reading had more pages than one run takes. The next run continues here. */
  readonly page?: { readonly token: string; readonly newest: string | null };
}

interface Comment {
  readonly id: string;
  readonly snippet: {
    readonly textOriginal?: string;
    readonly textDisplay?: string;
    readonly authorDisplayName?: string;
    readonly authorChannelId?: { readonly value?: string };
    readonly publishedAt: string;
    readonly parentId?: string;
    readonly videoId?: string;
  };
}

interface Thread {
  readonly id: string;
  readonly snippet: {
    readonly videoId?: string;
    readonly totalReplyCount?: number;
    readonly topLevelComment: Comment;
  };
  readonly replies?: { readonly comments?: readonly Comment[] };
}

/**
 * Reads comments on all videos of a channel, newest threads first. YouTube does not tell which threads have new
 * replies, so the counts of the newest hundred are compared with those of the last reading.
 */
export async function readComments(session: Session, cursor: string | null): Promise<InboxPage> {
  const position = readPosition(cursor);
  try {
    return await readFrom(session, position);
  } catch (error) {
    // Page tokens expire. The reading restarts at the newest thread; stored messages are not stored twice.
    if (position.page === undefined || !(error instanceof Refused) || error.status !== 400) throw error;
    return readFrom(session, { since: position.since, replies: position.replies });
  }
}

async function readFrom(session: Session, position: Position): Promise<InboxPage> {
  const { threads, newest, next } = await readThreads(session, position);
  const isNew = ({ id, snippet }: Thread) =>
    position.since === null ||
    (snippet.topLevelComment.snippet.publishedAt >= position.since && position.replies[id] === undefined);
  const { items, counts, isComplete } = await readReplies(session, threads, position);
  const tops = threads.filter(isNew).map((thread) => itemOf(session, thread, thread.snippet.topLevelComment));
  // A continued reading keeps the counts of its first page.
  const replies = position.page ? position.replies : newestOf(threads, { ...position.replies, ...counts });
  const after: Position =
    next === undefined ? { since: newest, replies } : { since: position.since, replies, page: { token: next, newest } };
  return { items: [...tops, ...items], cursor: JSON.stringify(after), more: next !== undefined || !isComplete };
}

const timeOf = ({ snippet }: Thread): string => snippet.topLevelComment.snippet.publishedAt;

/** The newest threads with their counts. Threads whose replies were not read are left out. */
const newestOf = (threads: readonly Thread[], counts: Readonly<Record<string, number>>): Record<string, number> =>
  Object.fromEntries(
    threads.slice(0, perPage).flatMap(({ id }) => (counts[id] === undefined ? [] : [[id, counts[id]]])),
  );

async function readThreads(session: Session, { since, page }: Position) {
  const threads: Thread[] = [];
  let newest = page?.newest ?? since;
  let token = page?.token;
  for (let n = 0; n < maxPages; n += 1) {
    const answer = await threadsAt(session, token);
    const found: readonly Thread[] = answer?.items ?? [];
    threads.push(...found);
    for (const thread of page ? [] : found) if (newest === null || timeOf(thread) > newest) newest = timeOf(thread);
    token = answer?.nextPageToken;
    const last = found.at(-1);
    // The first reading takes one page, because old comments are not new messages.
    if (token === undefined || since === null || !last || timeOf(last) < since) return { threads, newest };
  }
  return { threads, newest, next: token };
}

function threadsAt(session: Session, token: string | undefined) {
  const query = new URLSearchParams({
    part: 'snippet,replies',
    allThreadsRelatedToChannelId: session.account.externalId,
    order: 'time',
    maxResults: String(perPage),
    textFormat: 'plainText',
    ...(token !== undefined && { pageToken: token }),
  });
  return ask(session, `/youtube/v3/commentThreads?${query}`);
}

/** Reads new replies. Threads beyond the limit of a run stay uncounted, so that the next run reads them. */
async function readReplies(session: Session, threads: readonly Thread[], { replies: known, page }: Position) {
  const items: InboxItem[] = [];
  const counts: Record<string, number> = {};
  let fetched = 0;
  let isComplete = true;
  for (const thread of threads) {
    const { totalReplyCount: count = 0 } = thread.snippet;
    const given = thread.replies?.comments ?? [];
    const isGrown = count > (known[thread.id] ?? 0);
    const isMissing = isGrown && given.length < count;
    if (isMissing && fetched >= maxThreads) {
      if (!page) isComplete = false;
      // Store a count, so that the next run does not treat the thread itself as new.
      counts[thread.id] = known[thread.id] ?? 0;
      continue;
    }
    if (isMissing) fetched += 1;
    const found = isMissing ? await repliesOf(session, thread.id) : isGrown ? given : [];
    items.push(...found.map((reply) => itemOf(session, thread, reply)));
    counts[thread.id] = count;
  }
  return { items, counts, isComplete };
}

async function repliesOf(session: Session, parentId: string): Promise<readonly Comment[]> {
  const found: Comment[] = [];
  let token: string | undefined;
  for (let n = 0; n < maxPages; n += 1) {
    const more = token === undefined ? {} : { pageToken: token };
    const query = new URLSearchParams({
      part: 'snippet',
      parentId,
      maxResults: String(perPage),
      textFormat: 'plainText',
      ...more,
    });
    const answer = await ask(session, `/youtube/v3/comments?${query}`);
    found.push(...(answer?.items ?? []));
    token = answer?.nextPageToken;
    if (token === undefined) break;
  }
  return found;
}

/**
 * Calls YouTube, which answers 403 for three reasons: the day's quota is used up, the consent excludes comments, or the
 * comments are closed.
 */
async function ask(session: Session, path: string) {
  try {
    return await getJson(session, path);
  } catch (error) {
    if (!(error instanceof Refused) || error.status !== 403) throw error;
    const reason = JSON.stringify(error.answer ?? '');
    if (/quotaExceeded|rateLimitExceeded/.test(reason)) throw new RateLimited(error.message, quotaWaitMs);
    if (/insufficient/i.test(reason))
      throw new Refused('The account was connected without access to comments. Reconnect it to read them.', 403);
    throw error;
  }
}

function itemOf({ account }: Session, thread: Thread, { id, snippet }: Comment): InboxItem {
  const authorId = snippet.authorChannelId?.value ?? '';
  const name = snippet.authorDisplayName ?? 'Somebody';
  const videoId = thread.snippet.videoId ?? '';
  return {
    externalId: id,
    threadId: thread.id,
    parentId: id === thread.id ? null : thread.id,
    kind: 'comment',
    author: { id: authorId, name, handle: name },
    text: snippet.textOriginal ?? snippet.textDisplay ?? '',
    at: new Date(snippet.publishedAt),
    url: `https://www.youtube.com/watch?${new URLSearchParams({ v: videoId, lc: id })}`,
    own: authorId === account.externalId,
    // YouTube accepts replies only to the first comment of a thread.
    replyTo: { id: thread.id, videoId },
  };
}

function readPosition(cursor: string | null): Position {
  const first: Position = { since: null, replies: {} };
  if (cursor === null) return first;
  const found: unknown = JSON.parse(cursor);
  return isJsonObject(found) ? (found as unknown as Position) : first;
}
