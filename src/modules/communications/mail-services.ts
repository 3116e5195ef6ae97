import { defineService } from '#core/module-service.ts';
import { MailMemory } from './batches/mail-memory.ts';
import { PreparingMarks } from './batches/preparing-marks.ts';
import { ContentCache } from './content/content-cache.ts';
import { MailPreparer } from './outbox/prepare-mail.ts';
import { linkSigner } from './tracking/link-signer-of.ts';

const cacheBytes = 16_000_000;

interface MailServices {
  /** Compiled templates. */
  readonly contents: ContentCache;
  readonly preparer: MailPreparer;
  readonly marks: PreparingMarks;
  readonly memory: MailMemory;
}

/** The services that actions, pages and the outbox of a process share. */
export const mailServices = defineService<MailServices>({
  name: 'communications.mailServices',
  make(services) {
    const contents = new ContentCache(cacheBytes);
    const memory = new MailMemory();
    const preparer = new MailPreparer(services, services.of(linkSigner), contents, memory);
    return { contents, preparer, memory, marks: new PreparingMarks(services) };
  },
});
