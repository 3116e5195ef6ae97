import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { addDays, todayIn } from '#lib/days.ts';
import { eventually } from '#test/eventually.ts';
import { appForFile, Client, type Json } from '#test/harness.ts';
import { secondNode } from '#test/security-tools.ts';
import { linkSigner } from '../../modules/communications/mail/tracking/link-signer-of.ts';

const app = await appForFile();
const { admin, url, tenant, user } = app;
const node2 = await secondNode(app, {}, 4);

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const uploaded = async (content: Buffer | string, name: string, type: string, by = admin): Promise<string> => {
  const body = new FormData();
  body.set('file', new File([content as never], name, { type }));
  const headers = { authorization: `Bearer ${by.token}` };
  const reply = await fetch(`${url}/api/communications/file-upload`, { method: 'POST', headers, body });
  return ((await reply.json()) as Json).files[0]._id;
};
const change = (values: Json, by = admin) => by.patch('/api/identity/company', values);
const accountKeyOf = async (): Promise<string> => (await admin.get('/api/identity/account')).body.accountKey;

describe('the company of an account', () => {
  it('has a logo with a public address that stays the same', async () => {
    const address = `/brand/${await accountKeyOf()}/logo`;
    assert.equal((await fetch(url + address)).status, 404);
    const logoFileId = await uploaded(png, 'logo.png', 'image/png');
    const { body, text } = await change({ logoFileId });
    assert.ok(body.logoUrl?.endsWith(address), text);
    const logo = await fetch(url + address);
    assert.equal(logo.status, 200);
    assert.equal(logo.headers.get('content-type'), 'image/png');
    assert.match(logo.headers.get('cache-control') ?? '', /public/);
    assert.deepEqual(Buffer.from(await logo.arrayBuffer()), png);
    assert.equal((await change({ logoFileId: null })).body.logoUrl, null);
    assert.equal((await fetch(url + address)).status, 404);
  });

  it('takes only images that its writer may read as a logo', async () => {
    const svg = await uploaded('<svg xmlns="http://www.w3.org/2000/svg"/>', 'logo.svg', 'image/svg+xml');
    const stranger = await tenant();
    const foreign = await uploaded(png, 'logo.png', 'image/png', stranger);
    const mine = await uploaded(png, 'mine.png', 'image/png');
    const identityAdmin = await user({ permissions: ['identity:admin'] });
    for (const [logoFileId, by] of [
      [svg, admin],
      [foreign, admin],
      ['nothing', admin],
      [mine, identityAdmin],
    ] as const) {
      const reply = await change({ logoFileId }, by);
      assert.equal(reply.status, 422, reply.text);
      assert.equal(reply.body.error.details[0].field, 'logoFileId');
    }
  });

  it('is known on every node as soon as it has changed', async () => {
    const other = new Client(node2.anonymous.url, admin.token, admin.userId);
    const nameThere = async () => (await other.get('/api/identity/company')).body.name;
    await change({ name: 'Before' });
    await eventually(async () => assert.equal(await nameThere(), 'Before'));
    await change({ name: 'After' });
    assert.equal((await admin.get('/api/identity/company')).body.name, 'After');
    await eventually(async () => assert.equal(await nameThere(), 'After'));
  });

  it('is refused with the name of what is wrong, and nothing is stored', async () => {
    await change({ name: 'Kestrel Coffee' });
    for (const [key, value] of Object.entries({
      name: 'two\nlines',
      address: 'x'.repeat(501),
      website: 'javascript:alert(1)',
      primaryColor: 'red',
      currency: 'eur',
    })) {
      const reply = await change({ name: 'Other', [key]: value });
      assert.equal(reply.status, 422, reply.text);
      assert.deepEqual(
        reply.body.error.details.map(({ field }: Json) => field),
        [key],
      );
    }
    assert.equal((await admin.get('/api/identity/company')).body.name, 'Kestrel Coffee');
  });

  it('decides which days are a week', async () => {
    const deal = (name: string, closeDate: string) => ({ name, closeDate });
    for (const day of ['2026-03-07', '2026-03-08', '2026-03-14'])
      await admin.create('/api/sales/opportunities', deal('Week', day));
    const weeks = async (): Promise<Json> => {
      const query = 'filter[name]=Week&groupBy=closeDate:week&sort=closeDate';
      const { body } = await admin.get(`/api/sales/opportunities/aggregate?${query}`);
      return body.data.map((group: Json) => [group.closeDate, group.count]);
    };
    await change({ firstDayOfWeek: 7 });
    assert.deepEqual(await weeks(), [
      ['2026-03-01', 1],
      ['2026-03-08', 2],
    ]);
    await change({ firstDayOfWeek: null });
    assert.deepEqual(await weeks(), [
      ['2026-03-02', 2],
      ['2026-03-09', 1],
    ]);
  });

  it('decides which day is today, and which week is this week', async () => {
    await change({ timeZone: 'Pacific/Kiritimati' });
    const today = todayIn('Pacific/Kiritimati');
    for (const days of [-6, -1, 0])
      await admin.create('/api/sales/opportunities', { name: 'Today', closeDate: addDays(today, days) });
    const found = async (period: string): Promise<string[]> => {
      const filter = { name: 'Today', closeDate: { between: period } };
      const listed = await admin.post('/api/sales/opportunities/search', { filter, sort: ['closeDate'] });
      return listed.body.data.map((record: Json) => record.closeDate);
    };
    assert.deepEqual(await found('today'), [today]);
    const weekday = new Date(`${today}T00:00:00Z`).getUTCDay() || 7;
    await change({ firstDayOfWeek: weekday });
    assert.deepEqual(await found('thisWeek'), [today]);
    await change({ firstDayOfWeek: (weekday % 7) + 1 });
    assert.deepEqual(await found('thisWeek'), [addDays(today, -6), addDays(today, -1), today]);
    await change({ firstDayOfWeek: null, timeZone: null });
  });

  it('is shown on the page where people unsubscribe', async () => {
    await change({ name: 'Kestrel <Coffee>' });
    const mail = { recipients: ['reader@example.com'], subject: 'S', text: '{{ unsubscribeUrl }}' };
    const { body } = await admin.post('/api/communications/bulk-email/send', mail);
    const found = await eventually(async () => {
      const query = `filter[batchId]=${body.batchId}`;
      const [sent] = (await admin.get(`/api/communications/emails?${query}`)).body.data;
      assert.equal(sent?.status, 'sent');
      return sent;
    });
    const link = app.app.services.publicUrl();
    const id = (await app.app.services.directory.tenantByKey(await accountKeyOf()))?.id ?? '';
    const { unsubscribeUrl } = app.app.services.of(linkSigner).of(id, found._id);
    const page = await (await fetch(unsubscribeUrl.replace(link, url))).text();
    assert.match(page, /<p class="brand">Kestrel &lt;Coffee&gt;<\/p>/);
    assert.match(page, /For mail from <strong>Kestrel &lt;Coffee&gt;<\/strong>/);
    assert.match(page, /<html lang="en">/);
    await change({ language: 'de-CH' });
    const german = await (await fetch(unsubscribeUrl.replace(link, url))).text();
    assert.match(german, /<html lang="de">/);
    assert.match(german, /Für E-Mails von <strong>Kestrel &lt;Coffee&gt;<\/strong> an/);
    const asked = { headers: { 'accept-language': 'fr-CA,en;q=0.5' } };
    assert.match(await (await fetch(unsubscribeUrl.replace(link, url), asked)).text(), /Vos préférences/);
    const form = { method: 'POST', body: new URLSearchParams({ form: 'preferences', do: 'stop' }) };
    const stopped = await (await fetch(unsubscribeUrl.replace(link, url), form)).text();
    assert.match(stopped, /Sie sind von allen Rundschreiben abgemeldet\./);
    await change({ language: null });
  });
});
