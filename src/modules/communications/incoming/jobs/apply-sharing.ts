import { Type } from 'typebox';
import { tenantContext } from '#core/access/platform.ts';
import { defineJob } from '#core/jobs/job.ts';
import { applySharing } from '../sharing/apply-sharing.ts';
import { readMailbox } from '../sync/read-mailbox.ts';

export const applySharingJob = defineJob({
  name: 'communications.apply-sharing',
  summary: 'Shows the mails of a mailbox to those whom its settings name',
  input: Type.Object({ connectionId: Type.String({ format: 'uuid' }) }, { additionalProperties: false }),
  async run({ services, caller }, { connectionId }, { signal }) {
    const context = await tenantContext(services, caller);
    const found = await readMailbox(context, connectionId);
    if (found) await applySharing(context, found.mailbox, signal);
  },
});
