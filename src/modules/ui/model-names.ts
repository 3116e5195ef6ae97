import { modelNamed } from '#core/models/model-named.ts';

/** The models of this module in a tenant's registry, with its custom fields. */
export const announcementDismissals = modelNamed('ui', 'announcementDismissals');
export const announcements = modelNamed('ui', 'enterpriseProductAnnouncements');
export const dashboards = modelNamed('ui', 'dashboards');
export const drafts = modelNamed('ui', 'drafts');
export const recordRecentViews = modelNamed('ui', 'recordRecentViews');
