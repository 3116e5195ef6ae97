import { actionHandle } from '#core/action.ts';
import type { searchRecords as SearchRecords } from './actions/search-records.ts';

/** The actions that other modules may use. */

export const searchRecords = actionHandle<typeof SearchRecords>('ui.searchRecords');

/** SQL of a text that changes with every change of these settings. The parameters are SQL; the keys are in lower case. */
export const settingsStamp = (tenantId: string, keys: string): string =>
  `(select concat_ws(' ', count(*), sum(version), max(updated_at)) from ui_settings
    where tenant_id = ${tenantId} and key_folded = any(${keys}))`;
export { settingsJson } from './sql/settings-json.ts';
