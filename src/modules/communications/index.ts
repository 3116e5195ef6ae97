import { defineModule } from '#core/modules/module.ts';
import { conversationPart } from './conversations/index.ts';
import { incomingPart } from './incoming/index.ts';
import { mailboxEngine } from './incoming/sync/mailbox-engine.ts';
import { mailPart } from './mail/index.ts';
import { SearchIndexer } from './mail/search-index/search-indexer.ts';
import { mailboxPart } from './mailboxes/index.ts';
import { mailThread } from './messages/reading/mail-thread-of.ts';

/** The order matters: a part may use only the parts before it. */
export const communications = defineModule({
  key: 'communications',
  label: 'Communications',
  parts: [mailboxPart, conversationPart, mailPart, incomingPart],
  services: [mailThread],
  background: (services) => new SearchIndexer(services, () => services.of(mailboxEngine).backfills),
  tables: ['communications_emails_shown', 'mail_transport_use'],
});
