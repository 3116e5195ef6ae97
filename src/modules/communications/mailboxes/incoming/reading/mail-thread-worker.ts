import { parentPort } from 'node:worker_threads';
import { asBuffer, ownBytes } from './own-bytes.ts';
import { type MailReading, type RawMail, readMail } from './read-mail.ts';

/** The thread behind `MailThread`: it reads one message after the other, in the order in which they come. */
export type MailAnswer = { readonly ready: true } | { readonly reading: MailReading } | { readonly failure: string };

let turn: Promise<void> = Promise.resolve();

async function answer(mail: RawMail): Promise<void> {
  try {
    const found = await readMail({ ...mail, source: asBuffer(mail.source) });
    const files = found.files.map((file) => ({ ...file, content: ownBytes(file.content) }));
    const reading = { ...found, source: ownBytes(found.source), files };
    // Several parts may be the same piece of memory.
    const moved = new Set([reading.source, ...files.map(({ content }) => content)].map(({ buffer }) => buffer));
    parentPort?.postMessage({ reading } satisfies MailAnswer, [...moved] as ArrayBuffer[]);
  } catch (error) {
    parentPort?.postMessage({ failure: (error as Error).message } satisfies MailAnswer);
  }
}

parentPort?.on('message', (mail: RawMail) => {
  turn = turn.then(() => answer(mail));
});
parentPort?.postMessage({ ready: true } satisfies MailAnswer);
