import { readMail } from '../src/modules/communications/messages/reading/read-mail.ts';
import { serveReadings } from '../src/modules/communications/messages/reading/serve-readings.ts';

/** A mail thread that the subject of a message can block or end. */
await serveReadings(async (mail) => {
  const head = mail.source.toString('latin1', 0, 2000);
  if (head.includes('Subject: stuck')) for (;;);
  if (head.includes('Subject: deadly')) process.exit(7);
  if (head.includes('Subject: memory')) for (const all: string[][] = []; ; ) all.push(new Array(1_000_000).fill('x'));
  return readMail(mail);
});
