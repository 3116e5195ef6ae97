import { buffer } from 'node:stream/consumers';
import { withAllAccess } from '#core/access/platform.ts';
import { companyOf } from '#core/company/company.ts';
import type { Context } from '#core/context.ts';
import { AppError, invalid } from '#core/errors.ts';
import { defineService } from '#core/module-service.ts';
import { openDownload } from '#core/operations/download.ts';
import { TaskLimitError, ThreadPool } from '#lib/threads/index.ts';
import type { PrintedDocument } from '../printed-document.ts';
import type { PdfTask } from './pdf-task.ts';

/** The processor time of one PDF. A document with 1,000 lines takes a quarter of it. */
const timeMs = 15_000;
/** Loading pdfmake and rendering a short document. */
const msPerLine = 2;

export const pdfPool = defineService({
  name: 'sales.pdfPool',
  make: () =>
    new ThreadPool<PdfTask, Uint8Array>({
      file: new URL('./pdf-thread.ts', import.meta.url),
      work: 'PDF documents',
      heapMb: 384,
      idleMs: 30_000,
    }),
  close: (pool) => pool.close(),
});

/** Renders a document in a thread. The same content gives the same bytes. */
export async function renderPdf(context: Context, document: PrintedDocument): Promise<Buffer> {
  const task: PdfTask = { document, logo: await readLogo(context) };
  const options = { share: context.caller.tenantId, timeMs, expectedMs: 15 + document.lines.length * msPerLine };
  try {
    return Buffer.from(await context.services.of(pdfPool).run(task, options));
  } catch (error) {
    if (!(error instanceof TaskLimitError)) throw error;
    if (error.limit === 'busy') throw new AppError('rate_limited', error.message, [], { 'retry-after': '5' });
    throw invalid(
      'lines',
      'too_long',
      'of this quote are too long for a document; shorten its texts, or make several quotes',
    );
  }
}

/** The logo of the company; null when there is none, or its file was deleted. */
async function readLogo(context: Context): Promise<Uint8Array | null> {
  const { logoFileId } = await companyOf(context);
  const model = context.registry.find('data', 'storedFiles');
  if (logoFileId === null || !model) return null;
  try {
    const file = await openDownload(withAllAccess(context), model, logoFileId);
    return new Uint8Array(await buffer(await file.read()));
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return null;
    throw error;
  }
}
