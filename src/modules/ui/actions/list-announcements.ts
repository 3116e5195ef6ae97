import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { readAnnouncements } from '../sql/announcements.ts';

export const listAnnouncements = defineAction({
  name: 'ui.listAnnouncements',
  summary: 'Returns the published announcements for the caller that they have not dismissed, pinned ones first',
  routes: [{ method: 'GET', path: '/api/ui/announcements' }],
  access: 'ui:read',
  input: Type.Object({}, { additionalProperties: false }),
  output: Type.Object({
    data: Type.Array(
      Type.Object({}, { additionalProperties: true, description: 'A record of ui.enterpriseProductAnnouncements.' }),
      { maxItems: 50 },
    ),
  }),
  run: async (context) => ({ text: `{"data":${await readAnnouncements(context)}}` }),
});
