import { type Grant, isLimited } from '../access/access.ts';
import { type Context, inTransaction } from '../context.ts';
import { AppError } from '../errors.ts';
import { Problem } from '../fields/field.ts';
import type { Model } from '../models/model.ts';
import type { SettingDeclarations } from '../models/setting-rules.ts';
import { readTenantSetting } from '../models/tenant-setting.ts';
import { publicLinksKey } from '../platform-names.ts';
import { get } from './get.ts';
import { authorize, invoke } from './operation.ts';
import { requireReach, update } from './update.ts';
import type { RecordObject } from './validate.ts';

/** The setting that allows users to create public links. */
export const sharingSettings: SettingDeclarations = {
  [publicLinksKey]: (value) => {
    if (typeof value !== 'boolean') throw new Problem('invalid_value', `of ${publicLinksKey} must be true or false`);
  },
};

/** False when the tenant has switched public links off. Earlier links stop working then. */
export const allowsPublicLinks = async (context: Context): Promise<boolean> =>
  (await readTenantSetting(context, publicLinksKey))?.value !== false;

/**
 * Throws unless the caller may create a public link to the record. A link gives the record away, so it needs the
 * permission to write the record, not only to read it. Users may share files that they uploaded themselves.
 */
export async function requireSharing(context: Context, model: Model, id: string): Promise<void> {
  await inTransaction(context, async (within) => {
    const { body } = await invoke(within, get, model, { id, query: {} });
    const record = JSON.parse(body) as RecordObject;
    const { userId } = within.caller;
    if (userId === null || record.ownerId !== userId) {
      const grant: Grant = authorize(within, update, model);
      if (isLimited(grant)) await requireReach(within, grant, id, record);
    }
    if (await allowsPublicLinks(within)) return;
    const message = `Public links are switched off in this account by the setting ${publicLinksKey}.`;
    throw new AppError('forbidden', message, [{ field: publicLinksKey, code: 'switched_off', message }]);
  });
}
