import type { OutgoingPost, Published } from './platform.ts';

/** Clocks of platforms and ours differ. */
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
 * The listed posts that may be the one that is looked for: same words, and not older than the call. Links are left out, because
 * platforms shorten them.
 */
export function matchPosts({ text, calledAt, createdAt }: OutgoingPost, listed: readonly ListedPost[]): Published[] {
  const since = (calledAt ?? createdAt).getTime() - clockToleranceMs;
  return listed
    .filter((post) => post.at.getTime() >= since && words(post.text) === words(text))
    .map(({ externalId, url }) => ({ externalId, url }));
}
