import { choice, datetime, reference } from '#core/fields/index.ts';
import { defineModel } from '#core/models/declaration.ts';
import { membershipHooks } from '../rules/team-hooks.ts';

export const teamUsers = defineModel({
  slug: 'teamUsers',
  owned: false,
  parent: 'teamId',
  uniqueTogether: [['teamId', 'userId']],
  affectsAccess: true,
  hooks: membershipHooks,
  fields: {
    teamId: reference('identity.teams', { required: true }),
    userId: reference('identity.users', { required: true }),
    role: choice({ options: ['member', 'lead', 'observer'], default: 'member' }),
    joinedAt: datetime({ defaultFrom: 'now' }),
  },
});
