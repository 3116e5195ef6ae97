import { defineAction } from '#core/action.ts';
import { checkDomain, readDomain } from '../domains/domain-proof.ts';
import { domainInput, domainView } from '../domains/domain-view.ts';
import { readSiteName } from '../read-site-name.ts';

export const getSiteDns = defineAction({
  name: 'marketing.getSiteDns',
  summary: 'The DNS records that the domain of a website needs, and whether they are set',
  routes: [{ method: 'GET', path: '/api/marketing/websites/:id/dns' }],
  access: 'marketing:read',
  input: domainInput,
  output: domainView,
  async run(context, { id }) {
    const website = await readSiteName(context, id);
    const domain = readDomain(context, website.domain);
    const records = await checkDomain(context, id, domain);
    return { body: { domain, verified: website.domainVerifiedAt !== null, records } as never };
  },
});
