import { json, list, longText, text } from '#core/fields/index.ts';
import { defineModel } from '#core/model.ts';
import { roleHooks } from '../role-hooks.ts';
import { fieldsByModel, permissionsAreScopes } from '../rules.ts';

export const roles = defineModel({
  slug: 'roles',
  owned: false,
  affectsAccess: true,
  hooks: roleHooks,
  fields: {
    name: text({ required: true, unique: true, search: true, maxLength: 100 }),
    description: longText({ search: true }),
    permissions: list({ default: [], rule: permissionsAreScopes, example: ['sales:read', 'sales:write:own'] }),
    hiddenFields: json({ shape: 'object', default: {}, rule: fieldsByModel }),
    readOnlyFields: json({ shape: 'object', default: {}, rule: fieldsByModel }),
  },
});
