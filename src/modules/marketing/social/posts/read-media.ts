import type { Download } from '#core/action.ts';
import type { Context } from '#core/context.ts';
import { AppError, invalid } from '#core/errors.ts';
import { openDownload } from '#core/operations/download.ts';
import { storedFiles } from '../model-names.ts';

/** The files of a post. The caller must be allowed to read them. */
export async function readMedia(context: Context, ids: readonly string[]): Promise<(Download & { id: string })[]> {
  const found: (Download & { id: string })[] = [];
  for (const id of ids) {
    try {
      found.push({ ...(await openDownload(context, storedFiles(context), id)), id });
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'not_found') throw error;
      throw invalid('mediaIds', 'reference_not_found', `names ${id}, which is not a file that you may read`);
    }
  }
  return found;
}
