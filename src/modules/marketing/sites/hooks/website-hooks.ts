import { type ModelHooks, setValue } from '#core/models/hooks.ts';
import { announceSite } from '../site-changes.ts';
import { deleteHosts } from '../sql/site-hosts.ts';
import { deleteReleases } from '../sql/site-releases.ts';
import { changes, guardFields } from './require-admin.ts';

export const websiteHooks: ModelHooks = {
  async beforeSave(context, saving) {
    guardFields(context, saving, ['headHtml', 'footerHtml', 'allowScripts']);
    if (saving.previous !== undefined && changes(saving, 'domain')) {
      // The owner must prove the new domain first.
      await deleteHosts(context.tx, context.caller.tenantId, [String(saving.previous._id)]);
      setValue(saving, 'domainVerifiedAt', null);
    }
    return undefined;
  },
  afterSave: (context, { record }) => announceSite(context, String(record._id)),
  /** Takes the website offline at once. A restored website has to be published again. */
  async afterRemove(context, ids) {
    const { tx, caller } = context;
    const { tenantId } = caller;
    await deleteHosts(tx, tenantId, ids);
    await deleteReleases(tx, tenantId, ids);
    for (const id of ids) await announceSite(context, id);
  },
};
