import { withAllAccess } from '#core/access/platform.ts';
import type { Context, TransactionContext } from '#core/context.ts';
import { type StagedFile, stageFile } from '#core/files/staged-file.ts';
import { invoke, operations } from '#core/operations/index.ts';
import { quoteFiles } from '../model-names.ts';

const mimeType = 'application/pdf';

/** Puts a PDF into the file store. The caller discards it when no record has taken it over. */
export const stagePdf = (context: Context, name: string, pdf: Buffer): Promise<StagedFile> =>
  stageFile(context, {
    name,
    declaredType: mimeType,
    content: (async function* () {
      yield pdf;
    })(),
  });

/**
 * Stores a PDF among the files of its quote, where staff finds what the customer got. Returns the id of the stored file,
 * which a mail can attach.
 */
export async function storePdf(context: TransactionContext, quoteId: string, staged: StagedFile): Promise<string> {
  const model = context.registry.find('data', 'storedFiles');
  if (!model) throw new Error('the model data.storedFiles is missing');
  const within = withAllAccess(context);
  const { name } = staged;
  const record = { name, ownerId: context.caller.userId };
  const { id } = await invoke({ ...within, uploads: [staged] }, operations.create, model, { record });
  await invoke(within, operations.create, quoteFiles(within), { record: { quoteId, name, storedFileId: id } });
  return id;
}
