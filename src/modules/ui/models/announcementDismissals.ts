import { datetime, reference } from '#core/fields/index.ts';
import { defineModel } from '#core/models/declaration.ts';

/** Records that a user has dismissed an announcement, so that it is not shown again. */
export const announcementDismissals = defineModel({
  slug: 'announcementDismissals',
  title: '_id',
  owned: false,
  permanent: true,
  parent: 'announcementId',
  personal: { user: 'userId', sort: '-dismissedAt' },
  audience: { users: ['userId'] },
  uniqueTogether: [['userId', 'announcementId']],
  fields: {
    announcementId: reference('ui.enterpriseProductAnnouncements', { required: true }),
    userId: reference('identity.users', { defaultFrom: 'caller' }),
    dismissedAt: datetime({ defaultFrom: 'now' }),
  },
});
