import type { SettingReader, StoredSetting } from '#core/models/tenant-setting.ts';
import { inTenant, scoped } from '#db/params.ts';

export const settingReader: SettingReader = {
  async read(db, tenantId, key) {
    const [row] = await db.query<StoredSetting>(
      `select s.value, s.secret from ${scoped(
        's',
        `select s.value, s.secret_value as secret from ui_settings s
         where ${inTenant('s')} and s.key_folded = $2::text and s.active is not false limit 1`,
      )}`,
      [tenantId, key.toLowerCase()],
    );
    return row;
  },
};
