import { asPlatform } from '#core/access/platform.ts';
import type { Download } from '#core/action.ts';
import type { Context, TransactionContext } from '#core/context.ts';
import { AppError, invalid, validationFailed } from '#core/errors.ts';
import type { StagedFile } from '#core/files/staged-file.ts';
import { openDownload } from '#core/operations/download.ts';
import { invoke, operations } from '#core/operations/index.ts';
import { openTable } from '#lib/tabular/open-table.ts';
import { type ReadOptions, type Table, type TableFile, TableProblem } from '#lib/tabular/table.ts';
import { storedFiles } from '../files/file-audiences.ts';

/** The file of an import: an upload of the request, or a stored file that the caller may read. */

const fromDownload = ({ name, size, read }: Download): TableFile => ({ name, size, read: (range) => read(range) });

const fromUpload = ({ services }: Context, { name, size, storageKey }: StagedFile): TableFile => ({
  name,
  size,
  read: (range) => services.fileStorage.read(storageKey, range),
});

interface FileInput {
  readonly storedFileId?: string | undefined;
}

/** The file that a request names or contains. */
export async function requestedFile(context: Context, { storedFileId }: FileInput): Promise<TableFile> {
  const [upload] = context.uploads ?? [];
  if (upload && storedFileId !== undefined)
    throw invalid('storedFileId', 'one_of_required', 'cannot be given together with the part file');
  if (upload) return fromUpload(context, upload);
  if (storedFileId === undefined)
    throw invalid('storedFileId', 'required', 'is required, unless the request is a form with a part file');
  return fromDownload(await readable(context, storedFileId));
}

async function readable(context: Context, storedFileId: string): Promise<Download> {
  try {
    return await openDownload(context, storedFiles(context), storedFileId);
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found')
      throw invalid('storedFileId', 'reference_not_found', 'names a file that does not exist');
    throw error;
  }
}

/** Keeps the upload as a file that only the caller sees. Returns its id, or the id of the stored file. */
export async function keepFile(context: TransactionContext, { storedFileId }: FileInput): Promise<string> {
  const [upload] = context.uploads ?? [];
  if (!upload) return storedFileId as string;
  const { userId } = context.caller;
  // As the platform: whoever may import may upload the file, and an upload of a user begins as a file for everybody, as its event says.
  const { id } = await invoke({ ...asPlatform(context), uploads: [upload] }, operations.create, storedFiles(context), {
    record: {
      name: upload.name,
      ownerId: userId,
      visibility: 'private',
      viewerIds: userId === null ? [] : [userId],
    },
  });
  return id;
}

/** The file of a stored import. Its user may read the own files also without the scope for files, but no others. */
export async function fileOfImport(context: Context, storedFileId: string): Promise<TableFile> {
  const platform = asPlatform(context);
  const { body } = await invoke(platform, operations.get, storedFiles(context), { id: storedFileId, query: {} });
  const { ownerId } = JSON.parse(body) as { readonly ownerId: string | null };
  const reader = ownerId === context.caller.userId ? platform : context;
  return fromDownload(await openDownload(reader, storedFiles(context), storedFileId));
}

/** Opens a table. A file that is none is a problem of the part `file`. */
export async function openFile(file: TableFile, { delimiter, encoding, sheet }: ReadOptions): Promise<Table> {
  try {
    return await openTable(file, { delimiter, encoding, sheet });
  } catch (error) {
    throw fileProblem(error);
  }
}

export const fileProblem = (error: unknown): unknown =>
  error instanceof TableProblem
    ? validationFailed([
        {
          field: 'file',
          code: error.code,
          message: error.line === undefined ? error.message : `Line ${error.line}: ${error.message}`,
        },
      ])
    : error;
