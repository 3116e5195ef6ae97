import { Type } from 'typebox';
import { tenantContext } from '#core/access/platform.ts';
import { defineJob } from '#core/jobs/job.ts';
import { tenantsWithUnlinked } from '../sql/unlinked.ts';
import { linkMailsOf } from '../storing/link-contacts.ts';

export const linkContacts = defineJob({
  name: 'communications.linkContacts',
  summary: 'Links mails of mailboxes to contacts that were made later',
  input: Type.Object({}, { additionalProperties: false }),
  cron: '*/5 * * * *',
  async run({ services }, _input, { signal }) {
    for (const { id, accountKey } of await services.db.platform(tenantsWithUnlinked)) {
      if (signal.aborted) return;
      await linkMailsOf(await tenantContext(services, { tenantId: id, accountKey }), signal);
    }
  },
});
