import { systemCaller } from '#core/access/caller.ts';
import { type Context, inTransaction, type Services, type TransactionContext } from '#core/context.ts';
import { appendEvent } from '#core/events/events.ts';
import { enqueueMail } from '#core/mail/outbox.ts';
import { updateMany } from '#core/operations/update-many.ts';
import { escapeHtml } from '#lib/html.ts';
import { newId } from '#lib/ids.ts';
import { websites } from '../model-names.ts';
import { announceSite } from '../site-changes.ts';
import { releaseHost, type SiteHost } from '../sql/site-hosts.ts';
import { lockOwned } from '../sql/website-owner.ts';

/** The reason does not name the other website, because it may belong to another account. */
const reason = 'The domain was proven for another website.';

/**
 * Removes a domain from a website, because another website has just proven it. The record shows the reason, and its
 * owner gets a mail. Runs in the account of the old website, before the new one claims the domain.
 */
export async function releaseDomain(services: Services, { host, tenantId, websiteId }: SiteHost): Promise<void> {
  const tenant = await services.directory.tenantById(tenantId);
  if (!tenant) return;
  const registry = await services.directory.registry(tenantId);
  const caller = systemCaller(tenant.id, tenant.accountKey);
  const context: Context = { services, requestId: newId(), registry, caller };
  await inTransaction(context, async (within) => {
    const website = await lockOwned(within.tx, tenantId, websiteId);
    // The website may have been deleted, or may have named another domain meanwhile.
    if (!(await releaseHost(within.tx, { host, tenantId, websiteId })) || !website) return;
    await updateMany(within, websites(within), [{ id: websiteId, values: { domainVerifiedAt: null } }], {
      withoutHooks: true,
    });
    await report(within, websiteId, website.name, host);
    if (website.ownerEmail !== null) await enqueueMail(within, website.ownerEmail, mailOf(website.name, host));
  });
}

async function report(within: TransactionContext, websiteId: string, name: string, domain: string): Promise<void> {
  await appendEvent(within, {
    type: 'website.domainLost',
    model: websites(within).name,
    recordId: websiteId,
    record: { _id: websiteId, name, domain, reason },
    previous: null,
  });
  await announceSite(within, websiteId);
}

function mailOf(name: string, domain: string): { subject: string; text: string; html: string } {
  const lines = [
    `The website ${name} is no longer shown at ${domain}. ${reason}`,
    'If the domain is yours, remove the other TXT record at your DNS provider, and verify the domain again in the settings of the website.',
  ];
  return {
    subject: `${domain} does not show the website ${name} any more`.replace(/\s+/g, ' ').slice(0, 200),
    text: lines.join('\n\n'),
    html: lines.map((line) => `<p>${escapeHtml(line)}</p>`).join('\n'),
  };
}
