import { defineService } from '#core/module-service.ts';
import { MailMemory } from '../batches/mail-memory.ts';
import { PreparingMarks } from '../batches/preparing-marks.ts';
import { mailContents } from '../content/thread/mail-contents.ts';
import { linkSigner } from '../tracking/link-signer-of.ts';
import { MailPreparer } from './prepare-mail.ts';

interface MailServices {
  readonly preparer: MailPreparer;
  readonly marks: PreparingMarks;
  readonly memory: MailMemory;
}

/** The services that actions, pages and the outbox of a process share. */
export const mailServices = defineService<MailServices>({
  name: 'communications.mailServices',
  make(services) {
    const memory = new MailMemory();
    const preparer = new MailPreparer(services, services.of(linkSigner), services.of(mailContents), memory);
    return { preparer, memory, marks: new PreparingMarks(services) };
  },
});
