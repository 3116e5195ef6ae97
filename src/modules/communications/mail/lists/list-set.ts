import type { RecordSet } from '#core/models/record-set.ts';
import { inTenant } from '#db/params.ts';

/** The contacts of an email list: those that are subscribed, and those that the record of the list names. */
export const emailListSet: RecordSet = {
  key: 'list',
  model: 'communications.emailLists',
  of: 'sales.contacts',
  contains: (listId, contactId) =>
    `(exists (select from communications_email_list_members m where ${inTenant('m')} and m.email_list_id = ${listId}
        and m.contact_id = ${contactId} and m.status = 'subscribed')
      or exists (select from communications_email_lists l where ${inTenant('l')} and l.id = ${listId} and ${contactId} = any(l.contact_ids)))`,
  members: {
    model: 'communications.emailListMembers',
    record: 'contactId',
    decidedBy: ['emailListId', 'status'],
  },
  fields: ['contactIds', 'segmentId'],
  segment: 'segmentId',
};
