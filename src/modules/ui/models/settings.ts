import { boolean, choice, integer, json, longText, secret, text } from '#core/fields/index.ts';
import { defineModel } from '#core/models/declaration.ts';
import { settingHooks, settingWriters } from '../hooks/setting-hooks.ts';

/** The tenant's settings, including the credentials of its AI providers. */
export const settings = defineModel({
  slug: 'settings',
  title: 'key',
  owned: false,
  putMerges: true,
  writeNeedsAdmin: true,
  // The directory caches the company. Settings change rarely, so invalidating the tenant's other caches as well costs
  // little.
  affectsAccess: ['key', 'value', 'active'],
  hooks: settingHooks,
  writers: settingWriters,
  fields: {
    key: text({ required: true, unique: true, search: true }),
    label: text({ search: true }),
    description: longText({ search: true }),
    category: choice({
      options: ['general', 'ai', 'email', 'security', 'localization', 'appearance', 'notifications', 'integrations'],
      index: true,
    }),
    valueType: choice({ options: ['text', 'number', 'boolean', 'list', 'object', 'secret'] }),
    value: json({
      furtherRules: true,
      help: 'The settings that the platform reads, such as ai.limits, take only values of their form.',
    }),
    secretValue: secret(),
    position: integer({ default: 0 }),
    active: boolean({ default: true }),
  },
});
