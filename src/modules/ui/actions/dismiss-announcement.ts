import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { inTransaction } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import { invoke, operations } from '#core/operations/index.ts';
import { announcementDismissals, announcements } from '../model-names.ts';
import { findOwn } from '../personal/own-records.ts';
import { lockPersonal } from '../sql/lock-personal.ts';

export const dismissAnnouncement = defineAction({
  name: 'ui.dismissAnnouncement',
  summary: 'Dismisses an announcement for the caller; a second time changes nothing',
  routes: [{ method: 'POST', path: '/api/ui/announcements/:id/dismiss' }],
  access: 'ui:read',
  input: Type.Object({ id: Type.String({ format: 'uuid' }) }, { additionalProperties: false }),
  output: Type.Object({ dismissed: Type.Boolean() }),
  async run(context, { id }) {
    const { body } = await invoke(context, operations.get, announcements(context), { id, query: {} });
    if ((JSON.parse(body) as { dismissible: boolean | null }).dismissible === false)
      throw new AppError('conflict', 'This announcement cannot be dismissed; it is shown until it expires.');
    const model = announcementDismissals(context);
    return inTransaction(context, async (within) => {
      await lockPersonal(within, 'announcements');
      const [known] = await findOwn(within, model, { announcementId: id }, { limit: 1 });
      if (!known) await invoke(within, operations.create, model, { record: { announcementId: id } });
      return { body: { dismissed: true } };
    });
  },
});
