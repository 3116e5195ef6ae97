import { boolean, integer, json, reference } from '#core/fields/index.ts';
import { defineModel } from '#core/models/declaration.ts';
import { screenOfUser } from '../sql/screen-of-user.ts';

/** A screen in the list of a user, with its position. */
export const userScreens = defineModel({
  slug: 'userScreens',
  personal: { user: 'userId', sort: 'position' },
  audience: { users: ['userId'] },
  putMerges: true,
  parent: 'screenId',
  indexes: [['userId', 'position']],
  fields: {
    userId: reference('identity.users', { defaultFrom: 'caller' }),
    screenId: reference('ui.screens', { required: true }),
    screen: json({
      shape: 'object',
      computed: screenOfUser,
      help: 'The screen itself; null when it is for roles and teams that the user does not have.',
    }),
    position: integer({ default: 0 }),
    visible: boolean({ default: true }),
    pinned: boolean({ default: false }),
    isDefault: boolean({ default: false }),
    settings: json({ shape: 'object' }),
  },
});
