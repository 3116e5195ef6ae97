import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { eventually } from '#test/eventually.ts';
import { appForFile, type Json } from '#test/harness.ts';
import { Mailbox } from '#test/mailbox.ts';
import { NameServer } from '#test/name-server.ts';
import { publish, visit } from '#test/site-tools.ts';

const dns: Record<string, Json> = {};
const nameServer = await NameServer.forFile(dns);
const mailbox = new Mailbox();
const { admin, url, tenant, sql, events } = await appForFile({
  ...mailbox.env,
  WEBHOOK_DNS_SERVERS: nameServer.address,
  SITES_URL: 'http://sites.example.org',
  TRUST_PROXY: 'true',
});
const pages = '/api/marketing/web-pages';
const sitesHost = { host: 'sites.example.org' };

async function site(client: typeof admin, name: string, domain?: string): Promise<Json> {
  const website = await client.create('/api/marketing/websites', { name, ...(domain && { domain }) });
  await client.create(pages, {
    websiteId: website._id,
    path: '/',
    blocks: [{ type: 'text', text: `This is ${name}` }],
  });
  await publish(client, { websiteId: website._id });
  return website;
}

const verify = (client: typeof admin, id: string) => client.post(`/api/marketing/websites/${id}/verify-domain`, {});

describe('a domain', () => {
  it('is served once its owner has proven it in DNS', async () => {
    const website = await site(admin, 'Proven', 'www.proven.test');
    const host = { host: 'www.proven.test' };
    const before = (await admin.get(`/api/marketing/websites/${website._id}/dns`)).body;
    assert.equal(before.verified, false);
    const [txt] = before.records;
    assert.deepEqual([txt.type, txt.name, txt.ok], ['TXT', '_atrium.www.proven.test', false]);
    assert.equal((await verify(admin, website._id)).body.verified, false);
    assert.doesNotMatch((await visit(url, '/', host)).text, /This is Proven/);
    dns['_atrium.www.proven.test'] = { txt: [txt.value] };
    assert.equal((await verify(admin, website._id)).body.verified, true);
    await eventually(async () => assert.match((await visit(url, '/', host)).text, /This is Proven/));
    assert.match((await visit(url, '/', { host: 'WWW.proven.test:8080' })).text, /This is Proven/);
  });

  it('never shows the platform, its API or another website', async () => {
    const host = { host: 'www.proven.test', authorization: `Bearer ${admin.token}` };
    for (const path of ['/api/data/models', '/app/', '/health', '/openapi.json', '/sites/default/proven/']) {
      const reply = await visit(url, path, host);
      assert.equal(reply.status, 404, path);
      assert.match(reply.text, /Page not found/);
    }
    assert.equal((await visit(url, '/api/identity/auth/login', host, 'POST')).status, 405);
    const insecure = await visit(url, '/x?a=b', { ...host, 'x-forwarded-proto': 'http' });
    assert.deepEqual([insecure.status, insecure.headers.location], [308, 'https://www.proven.test/x?a=b']);
  });

  it('is not given to another account that has no proof of its own', async () => {
    const other = await tenant();
    const thief = await site(other, 'Thief', 'www.proven.test');
    assert.equal((await verify(other, thief._id)).body.verified, false);
    assert.match((await visit(url, '/', { host: 'www.proven.test' })).text, /This is Proven/);
  });

  it('goes to the account that proves it later, and the owner of the old website learns why', async () => {
    const [seller, buyer] = [await tenant(), await tenant()];
    const host = { host: 'sold.test' };
    const proven = async (client: typeof admin, name: string): Promise<Json> => {
      const website = await site(client, name, 'sold.test');
      const { records } = (await client.get(`/api/marketing/websites/${website._id}/dns`)).body;
      dns['_atrium.sold.test'] = { txt: [records[0].value] };
      assert.equal((await verify(client, website._id)).body.verified, true);
      await eventually(async () => assert.match((await visit(url, '/', host)).text, new RegExp(`This is ${name}`)));
      return website;
    };
    const old = await proven(seller, 'Seller');
    assert.notEqual((await seller.get(`/api/marketing/websites/${old._id}`)).body.domainVerifiedAt, null);
    const ours = await proven(buyer, 'Buyer');
    const lost = (await seller.get(`/api/marketing/websites/${old._id}`)).body;
    assert.deepEqual([lost.domainVerifiedAt, lost.domain], [null, 'sold.test']);
    const event = (await events(old._id)).find(({ type }) => type === 'website.domainLost');
    const reason = 'The domain was proven for another website.';
    assert.deepEqual(event?.record, { _id: old._id, name: 'Seller', domain: 'sold.test', reason });
    const { email } = (await seller.get(`/api/identity/users/${seller.userId}`)).body;
    const mail = await mailbox.next(email, /sold\.test/);
    assert.match(mail.text, /no longer shown at sold\.test.*proven for another website/);
    assert.doesNotMatch(mail.text + mail.subject, /Buyer/);
    // Proving the domain again for the website that already has it changes nothing.
    assert.equal((await verify(buyer, ours._id)).body.verified, true);
    assert.deepEqual(await events(ours._id).then((all) => all.filter(({ type }) => type === 'website.domainLost')), []);
    assert.equal((await verify(seller, old._id)).body.verified, false);
    assert.match((await visit(url, '/', host)).text, /This is Buyer/);
  });

  it('is not served any more once the website names another one, is offline, deleted, or its account suspended', async () => {
    const client = await tenant();
    const website = await site(client, 'Leaving', 'leaving.test');
    const { records } = (await client.get(`/api/marketing/websites/${website._id}/dns`)).body;
    dns['_atrium.leaving.test'] = { txt: [records[0].value] };
    const shown = async () => /This is Leaving/.test((await visit(url, '/', { host: 'leaving.test' })).text);
    const becomes = (wanted: boolean) => eventually(async () => assert.equal(await shown(), wanted));
    await verify(client, website._id);
    await becomes(true);
    await sql(`update tenants set status = 'suspended' where account_key = $1`, [client.accountKey]);
    await sql(`select pg_notify('atrium_changed', id::text) from tenants where account_key = $1`, [client.accountKey]);
    await becomes(false);
    await sql(`update tenants set status = 'active' where account_key = $1`, [client.accountKey]);
    await sql(`select pg_notify('atrium_changed', id::text) from tenants where account_key = $1`, [client.accountKey]);
    await becomes(true);
    await client.patch(`/api/marketing/websites/${website._id}`, { domain: 'other.test' });
    await becomes(false);
    assert.equal((await client.get(`/api/marketing/websites/${website._id}`)).body.domainVerifiedAt, null);
    await client.patch(`/api/marketing/websites/${website._id}`, { domain: 'leaving.test' });
    await verify(client, website._id);
    await becomes(true);
    await client.delete(`/api/marketing/websites/${website._id}`);
    const pagesLeft = (await client.get(`${pages}?filter[websiteId]=${website._id}`)).body.data;
    for (const { _id } of pagesLeft) await client.delete(`${pages}/${_id}`);
    await client.delete(`/api/marketing/websites/${website._id}`);
    await becomes(false);
  });
});

describe('SITES_URL', () => {
  it('has all websites below /sites, and nothing of the platform', async () => {
    await site(admin, 'Own origin');
    assert.match((await visit(url, '/sites/default/own-origin/', sitesHost)).text, /This is Own origin/);
    for (const path of ['/', '/app/', '/api/data/models', '/health'])
      assert.equal((await visit(url, path, sitesHost)).status, 404, path);
  });

  it('is where the address of the platform leads', async () => {
    const reply = await visit(url, '/sites/default/own-origin/a?b=c');
    const wanted = 'http://sites.example.org/sites/default/own-origin/a?b=c';
    assert.deepEqual([reply.status, reply.headers.location], [308, wanted]);
  });
});
