import { withAllAccess } from '#core/access/platform.ts';
import type { Context } from '#core/context.ts';
import { discardFiles, stageFile } from '#core/files/staged-file.ts';
import { invoke, operations } from '#core/operations/index.ts';
import { quoteFiles } from '../model-names.ts';

const mimeType = 'application/pdf';

/**
 * Stores a PDF among the files of its quote, where staff finds what the customer got. Returns the id of the stored file,
 * which a mail can attach.
 */
export async function storePdf(context: Context, quoteId: string, name: string, pdf: Buffer): Promise<string> {
  const model = context.registry.find('data', 'storedFiles');
  if (!model) throw new Error('the model data.storedFiles is missing');
  const content = (async function* () {
    yield pdf;
  })();
  const staged = await stageFile(context, { name, declaredType: mimeType, content });
  try {
    const within = withAllAccess(context);
    const record = { name, ownerId: context.caller.userId };
    const { id } = await invoke({ ...within, uploads: [staged] }, operations.create, model, { record });
    await invoke(within, operations.create, quoteFiles(within), { record: { quoteId, name, storedFileId: id } });
    return id;
  } finally {
    // Discards nothing after the record has taken over the file.
    await discardFiles(context, [staged]);
  }
}
