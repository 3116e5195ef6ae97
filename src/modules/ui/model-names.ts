import type { Context } from '#core/context.ts';
import type { Model } from '#core/models/model.ts';

const modelNamed =
  (slug: string) =>
  ({ registry }: Pick<Context, 'registry'>): Model => {
    const model = registry.find('ui', slug);
    if (!model) throw new Error(`the model ui.${slug} is missing`);
    return model;
  };

/** The models of this module as a tenant has them, with its custom fields. */
export const announcementDismissals = modelNamed('announcementDismissals');
export const announcements = modelNamed('enterpriseProductAnnouncements');
export const dashboards = modelNamed('dashboards');
export const drafts = modelNamed('drafts');
export const recordRecentViews = modelNamed('recordRecentViews');
