import { choice, datetime, list, longText, reference, text, url } from '#core/fields/index.ts';
import { defineModel } from '#core/models/declaration.ts';

export const organizationBoardMeetings = defineModel({
  slug: 'organizationBoardMeetings',
  openToForms: true,
  title: 'title',
  parent: 'organizationId',
  fields: {
    organizationId: reference('sales.organizations', { required: true }),
    title: text({ required: true, search: true }),
    type: choice({ options: ['regular', 'special', 'annual', 'committee', 'workshop'] }),
    status: choice({ options: ['scheduled', 'held', 'postponed', 'cancelled'] }),
    startsAt: datetime({ index: true }),
    endsAt: datetime(),
    location: text(),
    meetingUrl: url({ outward: true, label: 'Meeting link' }),
    attendees: list(),
    topics: list({ search: true }),
    agenda: longText({ search: true }),
    agendaUrl: url({ outward: true, label: 'Agenda document' }),
    minutes: longText({ search: true }),
    minutesUrl: url({ outward: true, label: 'Minutes document' }),
    summary: longText(),
  },
});
