import { definePart } from '#core/modules/module.ts';
import { changeMailbox } from './actions/change-mailbox.ts';
import { syncMailbox } from './actions/sync-mailbox.ts';
import { applySharingJob } from './jobs/apply-sharing.ts';
import { linkContacts } from './jobs/link-contacts.ts';
import { syncMailboxJob } from './jobs/sync-mailbox.ts';
import { mailboxEngine } from './sync/mailbox-engine.ts';
import { mailboxMeasures } from './sync/measures.ts';
import { syncEvents } from './sync/report-run.ts';

/** Reads mailboxes and makes records of their messages. */
export const incomingPart = definePart({
  actions: [changeMailbox, syncMailbox],
  jobs: [applySharingJob, linkContacts, syncMailboxJob],
  services: [mailboxEngine],
  otherEvents: [syncEvents],
  background: (services) => services.of(mailboxEngine),
  measures: mailboxMeasures,
  tables: [
    'mailbox_copies',
    'mailbox_folders',
    'mailbox_leases',
    'mailbox_locations',
    'mailbox_messages',
    'mailbox_nodes',
    'mailbox_subjects',
    'mailbox_threads',
    'mailbox_unlinked',
  ],
});
