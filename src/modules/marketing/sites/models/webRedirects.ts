import { boolean, choice, reference, text } from '#core/fields/index.ts';
import { defineModel } from '#core/models/declaration.ts';
import { requireFromPath, requireTarget } from '../hooks/rules.ts';

/** An old address of a website. It takes effect with the next publication. */
export const webRedirects = defineModel({
  slug: 'webRedirects',
  parent: 'websiteId',
  title: 'fromPath',
  fields: {
    websiteId: reference('marketing.websites', { required: true }),
    fromPath: text({
      required: true,
      maxLength: 600,
      search: true,
      rule: requireFromPath,
      help: 'A path of the website, such as /old-page.',
      example: '/old-page',
    }),
    toUrl: text({
      outward: true,
      maxLength: 2000,
      label: 'To',
      rule: requireTarget,
      help: 'A path of the website, or an http or https address. Empty for the status 410.',
      example: '/new-page',
    }),
    status: choice({ options: ['301', '302', '307', '308', '410'], default: '301', strict: true }),
    active: boolean({ default: true }),
    note: text({ search: true }),
  },
});
