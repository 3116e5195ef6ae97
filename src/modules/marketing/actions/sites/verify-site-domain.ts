import { defineAction } from '#core/action.ts';
import { inTransaction } from '#core/context.ts';
import { checkDomain, readDomain } from '../../sites/domains/domain-proof.ts';
import { domainInput, domainView } from '../../sites/domains/domain-view.ts';
import { loseDomain } from '../../sites/domains/lose-domain.ts';
import { takeDomain } from '../../sites/domains/take-domain.ts';
import { readWebsite } from '../../sites/publishing/read-snapshot.ts';
import { holderOf } from '../../sites/sql/site-hosts.ts';

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
      if (holder && holder.websiteId !== id) await loseDomain(context.services, holder);
      await inTransaction(context, (within) => takeDomain(within, id, domain));
    }
    return { body: { domain, verified, records } as never };
  },
});
