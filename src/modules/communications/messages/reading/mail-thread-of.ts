import { defineService } from '#core/module-service.ts';
import { MailThread } from './mail-thread.ts';

/** The threads that read and show the mails of this process. The synchronisation of mailboxes and requests share them. */
export const mailThread = defineService({ name: 'communications.mailThread', make: () => new MailThread() });
