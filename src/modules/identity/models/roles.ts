import { json, list, longText, text } from '#core/fields/index.ts';
import { defineModel } from '#core/models/declaration.ts';
import { fieldsByModel, permissionsAreScopes } from '../rules/field-rules.ts';
import { roleHooks } from '../rules/role-hooks.ts';

const fieldLists = {
  shape: 'object',
  default: {},
  rule: fieldsByModel,
  help: 'Lists of fields by model, such as {"sales.contacts": ["phone"]}; at most 32 KB.',
} as const;

export const roles = defineModel({
  slug: 'roles',
  owned: false,
  affectsAccess: true,
  hooks: roleHooks,
  fields: {
    name: text({ required: true, unique: true, search: true, maxLength: 100 }),
    description: longText({ search: true }),
    permissions: list({
      default: [],
      rule: permissionsAreScopes,
      help: 'Scopes such as sales:read, sales:write:own or *, at most 200 of 100 characters, and none that you do not hold yourself.',
      example: ['sales:read', 'sales:write:own'],
    }),
    hiddenFields: json({ ...fieldLists, example: { 'sales.contacts': ['phone'] } }),
    readOnlyFields: json({ ...fieldLists, example: { 'sales.accounts': ['website'] } }),
  },
});
