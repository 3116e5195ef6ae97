import { serveTasks } from '#lib/threads/serve-tasks.ts';
import { plainText } from '../html/plain-text.ts';
import { loadSanitizer } from '../html/sanitize-mail-html.ts';
import { noTemplate, showMail, simplifyMail } from '../html/show-mail.ts';
import type { MailAnswer, MailTask } from './mail-task.ts';
import { asBuffer, freeBytes, ownBytes } from './own-bytes.ts';
import { loadParser } from './parse-mail.ts';
import type { MailReading, RawMail, ReadMail } from './read-mail.ts';

const noBytes = Buffer.alloc(0);

async function readingOf(mail: RawMail, read: ReadMail): Promise<MailReading> {
  const found = await read({ ...mail, source: asBuffer(mail.source) });
  const files = found.files.map((file) => ({ ...file, content: ownBytes(file.content) }));
  if (found.category === 'bounce' || files.length > 0) return { ...found, files };
  // Free the source now, because most messages do not need it again.
  freeBytes(found.source);
  return { ...found, source: noBytes, files };
}

async function run(task: MailTask, read: ReadMail): Promise<MailAnswer> {
  if ('read' in task) return { reading: await readingOf(task.read, read) };
  if ('show' in task) return { shown: await showMail(task.show) };
  if ('simplify' in task) return { shown: simplifyMail(task.simplify) };
  if ('plainText' in task) return { text: await plainText(task.plainText, noTemplate) };
  return { started: true };
}

/** The memory that a reading moves to the main thread. */
function movedMemory(answer: MailAnswer): ArrayBuffer[] {
  if (!('reading' in answer)) return [];
  const { source, files } = answer.reading;
  const moved = new Set([source, ...files.map(({ content }) => content)].map(({ buffer }) => buffer));
  moved.delete(noBytes.buffer);
  return [...moved] as ArrayBuffer[];
}

/**
 * Serves the tasks of `MailThread`. Errors of a task are part of the answer, so every other failure means that the
 * thread failed.
 */
export const serveReadings = (read: ReadMail): Promise<void> =>
  serveTasks<MailTask, MailAnswer>(
    (task) => run(task, read).catch((error: Error): MailAnswer => ({ failure: error.message })),
    { prepare: () => Promise.all([loadParser(), loadSanitizer(), import('html-to-text')]), transfer: movedMemory },
  );
