import { parentPort } from 'node:worker_threads';
import { asBuffer, freeBytes, ownBytes } from './own-bytes.ts';
import { type MailReading, type RawMail, readMail } from './read-mail.ts';

/** The thread behind `MailThread`: it reads one message after the other, in the order in which they come. */
export type MailAnswer = { readonly ready: true } | { readonly reading: MailReading } | { readonly failure: string };

const noBytes = Buffer.alloc(0);
let turn: Promise<void> = Promise.resolve();

async function answer(mail: RawMail): Promise<void> {
  try {
    const found = await readMail({ ...mail, source: asBuffer(mail.source) });
    const files = found.files.map((file) => ({ ...file, content: ownBytes(file.content) }));
    // Of most messages, nobody needs the source any more.
    const source = found.category === 'bounce' || files.length > 0 ? found.source : noBytes;
    const moved = new Set([source, ...files.map(({ content }) => content)].map(({ buffer }) => buffer));
    moved.delete(noBytes.buffer);
    parentPort?.postMessage({ reading: { ...found, source, files } } satisfies MailAnswer, [...moved] as ArrayBuffer[]);
    if (source === noBytes) freeBytes(found.source);
  } catch (error) {
    parentPort?.postMessage({ failure: (error as Error).message } satisfies MailAnswer);
  }
}

parentPort?.on('message', (mail: RawMail) => {
  turn = turn.then(() => answer(mail));
});
parentPort?.postMessage({ ready: true } satisfies MailAnswer);
