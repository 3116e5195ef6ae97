import { boolean, choice, integer, json, longText, secret, text } from '#core/fields/index.ts';
import { defineModel } from '#core/models/model.ts';

/** The tenant's settings, among them the credentials of its AI providers. */
export const settings = defineModel({
  slug: 'settings',
  title: 'key',
  owned: false,
  putMerges: true,
  fields: {
    key: text({ required: true, unique: true, search: true }),
    label: text({ search: true }),
    description: longText({ search: true }),
    category: choice({
      options: ['general', 'ai', 'email', 'security', 'localization', 'appearance', 'notifications', 'integrations'],
      index: true,
    }),
    valueType: choice({ options: ['text', 'number', 'boolean', 'list', 'object', 'secret'] }),
    value: json(),
    secretValue: secret(),
    position: integer({ default: 0 }),
    active: boolean({ default: true }),
  },
});
