import type { Page } from '#core/page.ts';
import { factBuffer } from '../tracking/fact-buffer.ts';
import { linkSigner } from '../tracking/link-signer-of.ts';
import { isMachine } from '../tracking/machine-traffic.ts';

const pixel = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

/** Web mail shows the pixel on pages of other sites, and must load it each time. */
const headers = { 'cross-origin-resource-policy': 'cross-origin', 'cache-control': 'no-store, max-age=0' };

export const openPage: Page = {
  path: '/m/o/*',
  summary: 'Counts an open of a mail: a transparent image',
  async get({ services, rest, headOnly, origin }) {
    const link = rest.endsWith('.gif') ? services.of(linkSigner).read(rest.slice(0, -4), 'open') : undefined;
    if (!link) return { status: 404, content: '', type: 'text/plain; charset=utf-8', headers };
    const { tenantId, emailId } = link;
    if (!headOnly)
      await services.of(factBuffer).add({ tenantId, emailId, link: undefined, machine: await isMachine(origin) });
    return { content: pixel, type: 'image/gif', headers };
  },
};
