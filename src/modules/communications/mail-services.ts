import type { Services } from '#core/context.ts';
import { ContentCache } from './content/content-cache.ts';
import { MailPreparer } from './outbox/prepare-mail.ts';
import { linkSignerOf } from './tracking/link-signer-of.ts';

const cacheBytes = 16_000_000;

interface MailServices {
  /** Compiled templates. */
  readonly contents: ContentCache;
  readonly preparer: MailPreparer;
}

const all = new WeakMap<Services, MailServices>();

/** What actions, pages and the outbox of a process share. */
export function mailServices(services: Services): MailServices {
  let found = all.get(services);
  if (!found) {
    const contents = new ContentCache(cacheBytes);
    found = { contents, preparer: new MailPreparer(services, linkSignerOf(services), contents) };
    all.set(services, found);
  }
  return found;
}
