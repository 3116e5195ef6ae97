import type { Page } from '#core/page.ts';
import { factBufferOf } from '../tracking/fact-buffer.ts';
import { linkSignerOf } from '../tracking/link-signer-of.ts';
import { isMachine } from '../tracking/machine-traffic.ts';
import { isWebUrl } from '../tracking/mail-links.ts';
import { invalidLink } from './invalid-link.ts';

export const clickPage: Page = {
  path: '/m/c/*',
  summary: 'Counts a click in a mail, and redirects to the address of the link',
  async get({ services, rest, headOnly, origin }) {
    const { tenantId, emailId, url: link } = linkSignerOf(services).read(rest, 'click') ?? {};
    if (tenantId === undefined || emailId === undefined || link === undefined || !isWebUrl(link)) return invalidLink();
    if (!headOnly) await factBufferOf(services).add({ tenantId, emailId, link, machine: await isMachine(origin) });
    // The form that headers allow: other letters than ASCII are percent-encoded.
    return { redirect: new URL(link).href };
  },
};
