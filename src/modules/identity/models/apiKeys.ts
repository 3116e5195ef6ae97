import { type JsonValue, Problem } from '#core/fields/field.ts';
import { datetime, list, reference, secret, text } from '#core/fields/index.ts';
import { defineModel } from '#core/models/declaration.ts';
import { permissionsAreScopes } from '../rules/field-rules.ts';
import { keyHooks } from '../rules/key-hooks.ts';

export const apiKeys = defineModel({
  slug: 'apiKeys',
  owned: false,
  permanent: true,
  affectsAccess: ['scopes', 'expiresAt', 'userId'],
  hooks: keyHooks,
  fields: {
    name: text({ required: true, search: true, maxLength: 100 }),
    scopes: list({
      required: true,
      example: ['sales:read'],
      rule: requireScopes,
      help: 'At least one. Scopes such as sales:read, sales:write:own or *, at most 200 of 100 characters, and none that you do not hold yourself.',
    }),
    expiresAt: datetime({
      example: '2100-01-01T00:00:00.000Z',
      furtherRules: true,
      help: 'In the future, and no later than the end of the API key that you use.',
    }),
    prefix: text({ readOnly: true, maxLength: 40 }),
    userId: reference('identity.users', { readOnly: true }),
    lastUsedAt: datetime({ readOnly: true, eventless: true }),
    // Only the hash is stored: the key itself is shown once, when it is created.
    key: secret({ readOnly: true }),
  },
});

function requireScopes(value: JsonValue): void {
  if ((value as string[]).length === 0) throw new Problem('required', 'must name at least one scope');
  permissionsAreScopes(value);
}
