import { choice, datetime, email, integer, json, list, longText, reference, text } from '#core/fields/index.ts';
import { defineModel } from '#core/models/declaration.ts';
import { activityHooks } from '../activities/hooks.ts';

/** Calls, meetings, visits and demos, planned or held. */
export const activities = defineModel({
  slug: 'activities',
  title: 'subject',
  hooks: activityHooks,
  timeline: {
    type: 'activity',
    typeBy: { field: 'type', types: { call: 'call' } },
    of: ['contactId', 'accountId', 'leadId', 'opportunityId'],
    at: 'startsAt',
    shows: ['notes', 'answers'],
  },
  fields: {
    type: choice({ options: ['call', 'meeting', 'visit', 'demo'], strict: true, required: true, index: true }),
    // Invitations contain the subject and the place.
    subject: text({ required: true, search: true, outward: true }),
    startsAt: datetime({
      label: 'Start',
      index: true,
      help: 'The current time when absent. Required for a meeting with attendees.',
    }),
    endsAt: datetime({ label: 'End', furtherRules: true, help: 'Not before the start.' }),
    location: text({ maxLength: 500, search: true, outward: true }),
    attendees: list({
      of: 'email',
      search: true,
      outward: true,
      furtherRules: true,
      help: 'At most 50 addresses. A coming meeting, visit or demo invites them by mail, and informs them when it changes or is cancelled.',
    }),
    outcome: choice({
      options: ['completed', 'noAnswer', 'leftMessage', 'busy', 'wrongNumber', 'noShow', 'rescheduled', 'cancelled'],
      help: 'cancelled: the attendees of a coming meeting get a cancellation.',
    }),
    notes: longText({ search: true, help: 'For colleagues. Invitations do not contain them.' }),
    contactId: reference('sales.contacts'),
    accountId: reference('sales.accounts'),
    leadId: reference('sales.leads'),
    opportunityId: reference('sales.opportunities'),
    answers: json({
      shape: 'array',
      readOnly: true,
      help: 'The answers of attendees: email, answer (accepted, declined or tentative), at, comment.',
    }),
    organizer: email({ readOnly: true, help: 'The address that attendees answer to. Set by the first invitation.' }),
    sequence: integer({ readOnly: true, help: 'The number of the last invitation that was sent; null without one.' }),
  },
});
