import { boolean, integer, json, reference } from '#core/fields/index.ts';
import { defineModel } from '#core/models/model.ts';

/** A screen of a user, and its position. */
export const userScreens = defineModel({
  slug: 'userScreens',
  personal: 'userId',
  putMerges: true,
  parent: 'screenId',
  indexes: [['userId', 'position']],
  fields: {
    userId: reference('identity.users', { defaultFrom: 'caller' }),
    screenId: reference('ui.screens', { required: true }),
    position: integer({ default: 0 }),
    visible: boolean({ default: true }),
    pinned: boolean({ default: false }),
    isDefault: boolean({ default: false }),
    settings: json({ shape: 'object' }),
  },
});
