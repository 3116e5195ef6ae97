import type { TransactionContext } from '../context.ts';
import { invalid } from '../errors.ts';
import { integer, reference, serverPath, text } from '../fields/index.ts';
import { givenValue, type ModelHooks, type PendingSave, setValue } from '../models/hooks.ts';
import type { Model } from '../models/model.ts';
import { platformModels } from '../platform-names.ts';
import { addUse, endUses, lockContent } from './contents.ts';
import { takeFile } from './staged-file.ts';

/** Properties of the content that the platform detects. Clients cannot set them. */
export const contentFields = () => ({
  mimeType: text({ maxLength: 127, readOnly: true, label: 'Media type' }),
  size: integer({ min: 0, label: 'Size in bytes', readOnly: true }),
  sha256: text({ maxLength: 64, readOnly: true, label: 'SHA-256' }),
  url: serverPath({ readOnly: true, help: 'Where the content is downloaded: a path on this server.' }),
  storageKey: text({ maxLength: 1000, readOnly: true }),
});

export const storedFileReference = () =>
  reference(platformModels.storedFiles, {
    label: 'Uploaded file',
    help: 'An uploaded file whose content this record has.',
  });

export const contentPath = ({ path }: Model, id: string): string => `${path}/${id}/content`;

interface FileValues {
  readonly name: string;
  readonly mimeType: string | null;
  readonly size: number | null;
  readonly sha256: string | null;
  readonly storageKey: string | null;
}

/**
 * Stores the content of records of file models: takes it from an upload or a stored file, and tracks which records use
 * it.
 */
export const fileHooks: ModelHooks = {
  async beforeSave(context, saving) {
    const file = await givenFile(context, saving);
    if (!file) return undefined;
    const { mimeType, size, sha256, storageKey } = file;
    const id = saving.previous === undefined ? saving.id : String(saving.previous._id);
    const url = sha256 === null ? null : contentPath(saving.model, id);
    const values = { mimeType, size, sha256, storageKey, url };
    for (const [key, value] of Object.entries(values)) setValue(saving, key, value);
    if (givenValue(saving, 'name') === undefined && saving.previous === undefined) setValue(saving, 'name', file.name);
    return undefined;
  },
  async afterSave({ tx, caller: { tenantId } }, { model, record }) {
    if (typeof record.sha256 === 'string') await addUse(tx, tenantId, model.name, String(record._id), record.sha256);
  },
  async afterRemove({ tx, caller: { tenantId } }, ids, model) {
    await endUses(tx, tenantId, model.name, ids);
  },
};

/** True when records of this model have content. */
export const isFileModel = ({ hooks }: Model): boolean => hooks === fileHooks;

/** The content that a write gives to a record; undefined when it does not change the content. */
async function givenFile(context: TransactionContext, saving: PendingSave): Promise<FileValues | undefined> {
  const [upload] = saving.previous === undefined ? (context.uploads ?? []) : [];
  if (upload) return { ...upload, storageKey: await takeFile(context, upload) };
  const reference = saving.model.fields.get('storedFileId');
  if (!reference) return undefined;
  const storedFileId = givenValue(saving, 'storedFileId');
  if (typeof storedFileId !== 'string') return undefined;
  return storedFile(context, context.registry.target(reference), storedFileId);
}

async function storedFile(
  { tx, caller: { tenantId } }: TransactionContext,
  { table }: Model,
  id: string,
): Promise<FileValues> {
  const [row] = await tx.query<FileValues & { size: string | null }>(
    `select name, mime_type as "mimeType", size, sha256, storage_key as "storageKey" from ${table}
     where tenant_id = $1::bigint and id = $2::uuid for key share`,
    [tenantId, id],
  );
  if (!row) throw invalid('storedFileId', 'reference_not_found', 'names a record that does not exist');
  // Lock it, so that cleaning cannot remove it before the use is committed.
  if (row.sha256 !== null) await lockContent(tx, tenantId, row.sha256);
  return { ...row, size: row.size === null ? null : Number(row.size) };
}
