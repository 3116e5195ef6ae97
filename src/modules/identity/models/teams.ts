import { boolean, email, longText, reference, text } from '#core/fields/index.ts';
import { defineModel } from '#core/models/declaration.ts';

export const teams = defineModel({
  slug: 'teams',
  affectsAccess: true,
  fields: {
    name: text({ required: true, unique: true, search: true }),
    description: longText({ search: true }),
    leadId: reference('identity.users', { label: 'Team lead' }),
    departmentId: reference('identity.departments'),
    parentTeamId: reference('identity.teams', { acyclic: true }),
    email: email({ search: true }),
    color: text({ maxLength: 30 }),
    active: boolean({ default: true }),
  },
});
