import { choice, datetime, email, json, reference, text } from '#core/fields/index.ts';
import { defineModel } from '#core/models/declaration.ts';
import { memberHooks } from '../lists/member-hooks.ts';

/** An address in a list. With double opt-in it is pending until its owner confirms. */
export const emailListMembers = defineModel({
  slug: 'emailListMembers',
  openToForms: true,
  title: 'email',
  parent: 'emailListId',
  uniqueTogether: [['emailListId', 'email']],
  hooks: memberHooks,
  fields: {
    emailListId: reference('communications.emailLists', { required: true }),
    email: email({ required: true, search: true, index: true }),
    name: text({ search: true }),
    contactId: reference('sales.contacts'),
    status: choice({ options: ['pending', 'subscribed', 'unsubscribed'], default: 'subscribed', index: true }),
    source: choice({ options: ['api', 'form', 'import', 'page', 'manual'], default: 'manual' }),
    subscribedAt: datetime({ defaultFrom: 'now' }),
    confirmedAt: datetime(),
    unsubscribedAt: datetime(),
    variables: json({ shape: 'object' }),
  },
});
