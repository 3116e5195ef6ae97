import { parentPort } from 'node:worker_threads';
import { asBuffer, freeBytes, ownBytes } from './own-bytes.ts';
import { loadParser } from './parse-mail.ts';
import type { MailReading, RawMail, ReadMail } from './read-mail.ts';

export type MailAnswer = { readonly ready: true } | { readonly reading: MailReading } | { readonly failure: string };

const noBytes = Buffer.alloc(0);

async function answer(mail: RawMail, read: ReadMail): Promise<void> {
  try {
    const found = await read({ ...mail, source: asBuffer(mail.source) });
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

/** Answers `MailThread`: reads one message after the other, in the order in which they come. */
export async function serveReadings(read: ReadMail): Promise<void> {
  // The time that it takes is not that of the first message.
  await loadParser();
  let turn: Promise<void> = Promise.resolve();
  parentPort?.on('message', (mail: RawMail) => {
    turn = turn.then(() => answer(mail, read));
  });
  parentPort?.postMessage({ ready: true } satisfies MailAnswer);
}
