import assert from 'node:assert/strict';
import type { Bomb } from './bomb.ts';

/** The longest HTML that a block can hold. */
const maxHtml = 500_000;
const filled = (piece: string): string => piece.repeat(Math.floor(maxHtml / piece.length));

/** HTML of an administrator of one tenant, which the server parses for the policy and the links of the page. */
const pages: Readonly<Record<string, string>> = {
  'open scripts': filled('<script>'),
  'open styles': filled('<style>'),
  'tags without an end': filled('<script '),
  'less-than signs': filled('<'),
  'links without an end': filled('<a href="'),
};

export const sitePageBombs: readonly Bomb[] = Object.entries(pages).map(([name, html]) => ({
  name: `a page of a website: ${name}`,
  async prepare({ victim, send }) {
    const website = await victim.create('/api/marketing/websites', { name: crypto.randomUUID(), allowScripts: true });
    const page = await victim.create('/api/marketing/web-pages', {
      websiteId: website._id,
      path: '/x',
      blocks: [{ type: 'html', html }],
    });
    const link = await victim.post(`/api/marketing/web-pages/${page._id}/preview-link`, { expiresIn: '1h' });
    assert.equal(link.status, 201, link.text);
    return async () => {
      const { status, text } = await send('GET', new URL(link.body.url).pathname);
      assert.equal(status, 200, text.slice(0, 500));
    };
  },
}));
