import { boolean, list, longText, secret, url } from '#core/fields/index.ts';
import { defineModel } from '#core/model.ts';

export const webhooks = defineModel({
  slug: 'webhooks',
  title: 'url',
  owned: false,
  putMerges: true,
  fields: {
    url: url({ required: true, search: true, label: 'URL' }),
    events: list({ required: true, example: ['contact.created'], search: true }),
    description: longText({ search: true }),
    active: boolean({ default: true }),
    secret: secret(),
  },
});
