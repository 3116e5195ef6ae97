import type { Page } from '#core/page.ts';
import { factBuffer } from '../tracking/fact-buffer.ts';
import { linkSigner } from '../tracking/link-signer-of.ts';
import { isMachine } from '../tracking/machine-traffic.ts';
import { isWebUrl } from '../tracking/mail-links.ts';
import { invalidLink } from './invalid-link.ts';

export const clickPage: Page = {
  path: '/m/c/*',
  summary: 'Counts a click in a mail, and redirects to the address of the link',
  async get(visit) {
    const { services, rest, headOnly, origin } = visit;
    const { tenantId, emailId, url: link } = services.of(linkSigner).read(rest, 'click') ?? {};
    if (tenantId === undefined || emailId === undefined || link === undefined || !isWebUrl(link))
      return invalidLink(visit);
    if (!headOnly) await services.of(factBuffer).add({ tenantId, emailId, link, machine: await isMachine(origin) });
    // Headers allow only ASCII, so other letters are percent-encoded.
    return { redirect: new URL(link).href };
  },
};
