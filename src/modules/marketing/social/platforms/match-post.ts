import type { OutgoingPost, Published } from './platform.ts';

/** Tolerance for differences between our clock and those of platforms. */
const clockToleranceMs = 120_000;

/** A post as a platform lists it. */
export interface ListedPost extends Published {
  readonly text: string;
  readonly at: Date;
}

const words = (text: string): string =>
  text
    .replace(/https?:\/\/\S+/gi, ' ')
    .replace(/\s+/g, ' ')
    .trim();

/**
 * Returns the listed posts that may be the wanted one: they have the same words, and are not older than the call. Links
 * are ignored, because platforms shorten them.
 */
export function matchPosts({ text, calledAt, createdAt }: OutgoingPost, listed: readonly ListedPost[]): Published[] {
  const since = (calledAt ?? createdAt).getTime() - clockToleranceMs;
  return listed
    .filter((post) => post.at.getTime() >= since && words(post.text) === words(text))
    .map(({ externalId, url }) => ({ externalId, url }));
}
