import { readMail } from './read-mail.ts';
import { serveReadings } from './serve-readings.ts';

/** The thread behind `MailThread`. */
await serveReadings(readMail);
