import { ObjectMissingError } from '#lib/file-storage/storage.ts';
import type { Download } from '../action.ts';
import { type Context, queryable } from '../context.ts';
import { AppError, notFound } from '../errors.ts';
import { findContent } from '../files/contents.ts';
import { isFileModel } from '../files/file-hooks.ts';
import type { Model } from '../models/model.ts';
import { get } from './get.ts';
import { invoke } from './operation.ts';
import type { RecordObject } from './validate.ts';

/** The content of a record, for a caller who may read the record. */
export async function openDownload(context: Context, model: Model, id: string): Promise<Download> {
  if (!isFileModel(model)) throw notFound(`Content of ${model.labelPlural.toLowerCase()}`);
  const { body } = await invoke(context, get, model, { id, query: {} });
  return downloadOf(context, model, JSON.parse(body) as RecordObject);
}

/** The content that `file_uses` has for a record. The caller has checked who may read it. */
export async function downloadOf(context: Context, model: Model, record: RecordObject): Promise<Download> {
  const { tenantId } = context.caller;
  const { fileStorage, log } = context.services;
  const content = await findContent(queryable(context), tenantId, model.name, String(record._id));
  if (!content) throw new AppError('not_found', `${model.label} ${record._id} has no content.`);
  return {
    name: String(record.name ?? 'file'),
    mimeType: String(record.mimeType ?? 'application/octet-stream'),
    size: content.size,
    tag: content.sha256,
    async read(range) {
      try {
        return await fileStorage.read(content.storageKey, range);
      } catch (error) {
        if (!(error instanceof ObjectMissingError)) throw error;
        log.error({ tenantId, model: model.name, id: record._id }, error.message);
        throw new AppError(
          'unavailable',
          'The content of the file is missing in storage; ask the operator of the platform.',
        );
      }
    },
  };
}
