import type { Described } from '../definition/described.ts';
import type { TriggerName } from './trigger-names.ts';

const filter = 'a filter of the record';

/** What each trigger waits for, with the parts of `triggerConfig`. Others are refused, so this is all that there is. */
export const describedTriggers: Readonly<Record<TriggerName, Described>> = {
  manual: {
    does: 'People, the API or other workflows enroll records.',
    parts: {
      filter,
    },
  },
  recordCreated: {
    does: 'A record is created.',
    parts: {
      filter,
    },
  },
  recordUpdated: {
    does: 'A record is changed.',
    parts: {
      fields: 'the keys of the fields whose change counts; left out: all',
      filter: 'a filter of the record after the change',
      previous: 'a filter of the record before it',
    },
  },
  recordDeleted: {
    does: 'A record is deleted. Steps read it as it was.',
    parts: {
      filter,
    },
  },
  segmentEntered: {
    does: 'A record comes into a segment.',
    parts: {
      segmentId: 'an id in marketing.segments',
      segmentIds: 'several of them',
    },
  },
  segmentLeft: {
    does: 'A record leaves a segment.',
    parts: {
      segmentId: 'an id in marketing.segments',
      segmentIds: 'several of them',
    },
  },
  formSubmitted: {
    does: 'The person of the record sends a form.',
    parts: {
      formId: 'an id in forms.forms; left out: any form',
      filter,
    },
  },
  emailOpened: {
    does: 'The person opens a mail.',
    parts: {
      campaignId: 'an id in marketing.campaigns',
      templateId: 'an id in communications.emailTemplates',
      filter,
    },
  },
  emailClicked: {
    does: 'The person follows a link of a mail.',
    parts: {
      campaignId: 'an id in marketing.campaigns',
      templateId: 'an id in communications.emailTemplates',
      url: 'the address of a link; left out: any link',
      filter,
    },
  },
  emailReplied: {
    does: 'The person answers a mail.',
    parts: {
      campaignId: 'an id in marketing.campaigns',
      templateId: 'an id in communications.emailTemplates',
      filter,
    },
  },
  date: {
    does: 'A date of the record comes.',
    parts: {
      field: 'the key of a date field',
      offset: 'a duration around it, such as -3d',
      at: 'a time of the day such as 09:00',
      tz: 'a time zone',
      yearly: 'true for birthdays',
      filter,
    },
  },
  schedule: {
    does: 'Enrolls every record that matches, each time.',
    parts: {
      cron: 'such as 0 9 * * 1',
      on: 'a day such as 2026-12-01 instead of cron, for once',
      at: 'with on: a time of the day',
      tz: 'a time zone',
      filter,
    },
  },
  webhook: {
    does: 'Another system posts {contactId} or {recordId} to a secret address. Texts read the rest as {{ trigger.x }}.',
    parts: {},
  },
  event: {
    does: 'Something happens to the record, or to records that refer to it.',
    parts: {
      type: 'such as task.created, email.opened or form.submitted',
      filter: 'a filter of the record of the event',
      url: 'of email.clicked: the address of a link',
    },
  },
};
