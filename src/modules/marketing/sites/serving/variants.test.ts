import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { appForFile, type Json } from '#test/harness.ts';
import { finished, publish, visit } from '#test/site-tools.ts';

const { admin, url, user } = await appForFile();
const pages = '/api/marketing/web-pages';
const text = (value: string) => [{ type: 'text', text: value }];
const endTest = (page: Json, winner: Json, by = admin) =>
  by.post(`${pages}/${page._id}/end-test`, { winnerId: winner._id });

async function tested(slug: string): Promise<{ page: Json; variant: Json; other: Json; website: Json }> {
  const website = await admin.create('/api/marketing/websites', { name: slug, slug });
  const page = await admin.create(pages, { websiteId: website._id, path: '/', name: 'A', blocks: text('First') });
  const more = { websiteId: website._id, variantOfId: page._id };
  const variant = await admin.create(pages, { ...more, name: 'B', title: 'Bee', blocks: text('Second') });
  const other = await admin.create(pages, { ...more, name: 'C', blocks: text('Third') });
  return { page, variant, other, website };
}

/** The texts that many visitors see. */
async function seen(slug: string): Promise<Set<string>> {
  const texts = new Set<string>();
  for (let n = 0; n < 40; n += 1) {
    const reply = await visit(url, `/sites/default/${slug}/`, { 'user-agent': `Mozilla/5.0 Firefox/${n}` });
    texts.add(/(First|Second|Third)/.exec(reply.text)?.[1] ?? reply.text);
  }
  return texts;
}

describe('the test of a page', () => {
  it('ends with the winner as the page, for all visitors at once', async () => {
    const { page, variant, other, website } = await tested('winner');
    await publish(admin, { websiteId: website._id });
    assert.deepEqual(await seen('winner'), new Set(['First', 'Second', 'Third']));
    const reply = await endTest(page, variant);
    assert.equal(reply.status, 202, reply.text);
    assert.equal((await finished(admin, reply.body.jobId)).status, 'completed');
    assert.deepEqual(await seen('winner'), new Set(['Second']));
    const stored = (await admin.get(`${pages}/${page._id}`)).body;
    assert.deepEqual(
      [stored.name, stored.title, stored.path, stored.blocks],
      ['A', 'Bee', '/', text('Second')],
      'the name and the address stay',
    );
    for (const { _id } of [variant, other]) assert.equal((await admin.get(`${pages}/${_id}`)).body.status, 'archived');
    assert.equal((await endTest(page, variant)).status, 409, 'it has ended');
  });

  it('ends with the page as it is', async () => {
    const { page, website } = await tested('original');
    await publish(admin, { websiteId: website._id });
    await finished(admin, (await endTest(page, page)).body.jobId);
    assert.deepEqual(await seen('original'), new Set(['First']));
  });

  it('publishes nothing that was not published', async () => {
    const { page, variant } = await tested('unpublished');
    const { status, body } = await endTest(page, variant);
    assert.deepEqual([status, body.jobId], [202, null]);
    assert.deepEqual((await admin.get(`${pages}/${page._id}`)).body.blocks, text('Second'));
    assert.equal((await visit(url, '/sites/default/unpublished/')).status, 404);
  });

  it('is ended at the page, with one of its variants, by those who may write it', async () => {
    const { page, variant } = await tested('refused');
    const stranger = await admin.create(pages, { name: 'No variant', blocks: text('x') });
    assert.equal((await endTest(variant, variant)).status, 409);
    const unknown = await endTest(page, stranger);
    assert.deepEqual([unknown.status, unknown.body.error.details[0].field], [422, 'winnerId']);
    const reader = await user({ permissions: ['marketing:read'] });
    assert.equal((await endTest(page, variant, reader)).status, 403);
    // A user without marketing:admin must not bring content into the page that only administrators may write.
    await admin.patch(`${pages}/${variant._id}`, { blocks: [{ type: 'html', html: '<b>x</b>' }] });
    const writer = await user({ permissions: ['marketing:read', 'marketing:write'] });
    assert.equal((await endTest(page, variant, writer)).status, 403);
    assert.deepEqual((await admin.get(`${pages}/${page._id}`)).body.blocks, text('First'));
  });
});
