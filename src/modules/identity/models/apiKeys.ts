import { datetime, list, reference, secret, text } from '#core/fields/index.ts';
import { defineModel } from '#core/model.ts';

export const apiKeys = defineModel({
  slug: 'apiKeys',
  owned: false,
  permanent: true,
  affectsAccess: ['scopes', 'expiresAt', 'userId'],
  fields: {
    name: text({ required: true, search: true, maxLength: 100 }),
    scopes: list({ required: true, example: ['sales:read'] }),
    expiresAt: datetime(),
    prefix: text({ readOnly: true, maxLength: 40 }),
    userId: reference('identity.users', { readOnly: true }),
    lastUsedAt: datetime({ readOnly: true }),
    key: secret({ readOnly: true }),
  },
});
