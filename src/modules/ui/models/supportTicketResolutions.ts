import { boolean, choice, datetime, integer, longText, reference, text } from '#core/fields/index.ts';
import { defineModel } from '#core/models/declaration.ts';

export const supportTicketResolutions = defineModel({
  slug: 'supportTicketResolutions',
  title: 'summary',
  parent: 'supportTicketId',
  fields: {
    supportTicketId: reference('ui.supportTickets', { required: true }),
    summary: text({ search: true }),
    content: longText({ search: true }),
    type: choice({
      options: ['fixed', 'answered', 'workaround', 'configuration', 'duplicate', 'notReproducible', 'wontFix'],
      index: true,
    }),
    rootCause: longText({ search: true }),
    preventiveAction: longText(),
    supportArticleId: reference('support.supportArticles'),
    resolvedById: reference('identity.users', { defaultFrom: 'caller' }),
    resolvedAt: datetime({ defaultFrom: 'now', index: true }),
    minutesSpent: integer({ min: 0 }),
    customerVisible: boolean({ default: true }),
    accepted: boolean(),
  },
});
