import type { InboxItem } from '../platforms/platform.ts';

/** No known platform has longer ids, and they would not fit into an index. */
const maxIdLength = 1000;

/** Removes characters from text that the database cannot store. */
export const storable = (text: string, max = text.length): string =>
  text.replaceAll('\0', '').slice(0, max).toWellFormed();

const storableUrl = (url: string | null): string | null =>
  url !== null && url.length <= 2000 && /^https?:\/\/\S+$/i.test(url) ? storable(url) : null;

/** Makes incoming texts storable, so that one malformed message does not block the others. */
export function storableItems(items: readonly InboxItem[]): InboxItem[] {
  return items
    .filter(({ externalId, threadId }) => Math.max(externalId.length, threadId.length) <= maxIdLength)
    .map((item) => ({
      ...item,
      externalId: storable(item.externalId),
      threadId: storable(item.threadId),
      author: {
        id: storable(item.author.id, 200),
        name: storable(item.author.name, 200),
        handle: storable(item.author.handle, 200),
      },
      text: storable(item.text, 100_000),
      at: Number.isNaN(item.at.getTime()) ? new Date() : item.at,
      url: storableUrl(item.url),
      replyTo: Object.fromEntries(Object.entries(item.replyTo).map(([key, value]) => [key, storable(value)])),
    }));
}
