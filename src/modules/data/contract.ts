import { actionHandle } from '#core/action.ts';
import { inTenant } from '#db/params.ts';
import type { listDuplicates as listDuplicatesAction } from './actions/duplicates/list-duplicates.ts';
import type { merge as mergeAction } from './actions/merges/merge.ts';

/** The parts of this module that other modules may use. */

export { type FileAudience, setFileAudiences, storedFiles } from './files/file-audiences.ts';

/** SQL of a JSON array of files by their ids, for a statement in `scoped`. `ids` is SQL of an array. */
export const filesJson = (ids: string): string =>
  `(select coalesce(json_agg(json_build_object('_id', f.id, 'name', f.name, 'size', f.size, 'contentType', f.mime_type,
      'url', '/api/data/storedFiles/' || f.id || '/content') order by f.id), '[]')
    from data_stored_files f where ${inTenant('f')} and f.id = any(${ids}))`;

export const merge = actionHandle<typeof mergeAction>('data.merge');
export const listDuplicates = actionHandle<typeof listDuplicatesAction>('data.listDuplicates');
