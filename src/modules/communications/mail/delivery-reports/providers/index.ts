import { mailgun } from './mailgun.ts';
import { postmark } from './postmark.ts';
import type { EventProvider } from './provider.ts';
import { sendgrid } from './sendgrid.ts';
import { ses } from './ses.ts';

/** The providers whose events can be read. */
export const providers = { ses, sendgrid, postmark, mailgun } satisfies Record<string, EventProvider>;
