import { longText, reference, text } from '#core/fields/index.ts';
import { defineModel } from '#core/models/declaration.ts';
import { requireLayout } from '../hooks/rules.ts';

/** The HTML around the content of pages, as a Liquid template. */
export const webLayouts = defineModel({
  slug: 'webLayouts',
  writeNeedsAdmin: true,
  fields: {
    name: text({ required: true, search: true, index: true }),
    websiteId: reference('marketing.websites'),
    html: longText({
      outward: true,
      label: 'HTML',
      required: true,
      maxLength: 200_000,
      rule: requireLayout,
      help: 'Liquid. It reads head, content, page, site, navigation and languages; the whole document, from the doctype on.',
      example: '<!doctype html><html><head>{{ head }}</head><body><main>{{ content }}</main></body></html>',
    }),
  },
});
