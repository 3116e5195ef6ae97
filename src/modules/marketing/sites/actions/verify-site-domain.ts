import { defineAction } from '#core/action.ts';
import { inTransaction } from '#core/context.ts';
import { claimDomain } from '../domains/claim-domain.ts';
import { checkDomain, readDomain } from '../domains/domain-proof.ts';
import { domainInput, domainView } from '../domains/domain-view.ts';
import { releaseDomain } from '../domains/release-domain.ts';
import { readWebsite } from '../publishing/read-snapshot.ts';
import { holderOf } from '../sql/site-hosts.ts';

export const verifySiteDomain = defineAction({
  name: 'marketing.verifySiteDomain',
  summary: 'Looks for the proof of the domain in DNS; from then on the website is served there',
  routes: [{ method: 'POST', path: '/api/marketing/websites/:id/verify-domain' }],
  access: 'marketing:write',
  waitsForOthers: true,
  input: domainInput,
  output: domainView,
  async run(context, { id }) {
    const website = await readWebsite(context, id);
    const domain = readDomain(context, website.domain);
    const records = await checkDomain(context, id, domain);
    const verified = records.some(({ type, ok }) => type === 'TXT' && ok);
    if (verified) {
      const holder = await holderOf(context.services.db.lookUps, domain);
      if (holder && holder.websiteId !== id) await releaseDomain(context.services, holder);
      await inTransaction(context, (within) => claimDomain(within, id, domain));
    }
    return { body: { domain, verified, records } as never };
  },
});
