import { defineModule } from '#core/module.ts';
import { uploadFiles } from './actions/upload-files.ts';
import { campaigns } from './models/campaigns.ts';
import { comments } from './models/comments.ts';
import { conversations } from './models/conversations.ts';
import { emailListMembers } from './models/emailListMembers.ts';
import { emailLists } from './models/emailLists.ts';
import { emailSnapshotContacts } from './models/emailSnapshotContacts.ts';
import { emailSnapshots } from './models/emailSnapshots.ts';
import { emailSuppressions } from './models/emailSuppressions.ts';
import { emails } from './models/emails.ts';
import { emailTemplates } from './models/emailTemplates.ts';
import { emailTransports } from './models/emailTransports.ts';
import { referrals } from './models/referrals.ts';

export const communications = defineModule({
  key: 'communications',
  label: 'Communications',
  models: [
    campaigns,
    conversations,
    comments,
    emails,
    emailLists,
    emailListMembers,
    emailSuppressions,
    emailTransports,
    emailSnapshots,
    emailSnapshotContacts,
    emailTemplates,
    referrals,
  ],
  actions: [uploadFiles],
});
