import assert from 'node:assert/strict';
import { it } from 'node:test';
import { adminPassword } from '#test/cluster.ts';
import { Client } from '#test/harness.ts';
import { Home, type ServerProcess, until } from '#test/process.ts';
import { useSmsWebhook } from '#test/sms-tools.ts';
import { FakePlatform } from '#test/social-tools.ts';

const count = 60;
const kills = 3;
const provider = await FakePlatform.start();

it(`text messages survive ${kills} kills of the server: none is lost, none is sent twice`, async () => {
  await using home = await Home.prepared();
  const env = { WEBHOOK_ALLOW_PRIVATE: 'true' };
  let server: ServerProcess = await home.start(env);
  const { token } = await server.signIn(adminPassword);
  const client = () => new Client(server.url, token);
  await useSmsWebhook(client(), `${provider.url}/sms`);
  await home.sql(
    `insert into sales_contacts (tenant_id, id, last_name, mobile_phone)
     select 1, gen_random_uuid(), 'Many', '+1555' || lpad(n::text, 7, '0') from generate_series(1, $1::int) n`,
    [count],
  );
  const definition = { and: [{ lastName: 'Many' }] };
  const segment = await client().create('/api/marketing/segments', { name: 'S', definition });
  const campaign = await client().create('/api/marketing/campaigns', { name: 'C', segmentIds: [segment._id] });
  const fields = { campaignId: campaign._id, name: 'T', message: 'Hi' };
  const channel = await client().create('/api/marketing/campaignChannelSms', fields);
  // The server is killed during a call that hangs: the provider has the message, and the server gets no answer.
  let hangsAt = count / (kills + 1);
  provider.behaviour = () =>
    provider.calls.length === hangsAt ? 'hang' : { json: { id: `m-${provider.calls.length}` } };
  await client().post(`/api/marketing/campaigns/${campaign._id}/launch`, {});
  const unconfirmed: string[] = [];
  for (let kill = 0; kill < kills; kill += 1) {
    await until(`call ${hangsAt}`, () => provider.calls.length === hangsAt);
    unconfirmed.push(provider.calls.at(-1)?.body.to);
    await server.stop('SIGKILL');
    // Expire the claims of the killed node, which would take a minute. The database is still running.
    await home.sql(`update sms_messages set lease_until = lease_until - interval '1 minute' where claim is not null`);
    hangsAt = provider.calls.length + Math.floor(count / (kills + 1));
    server = await home.start(env);
  }
  hangsAt = -1;
  const statuses = () =>
    home.sql<{ phone: string; status: string; claim: string | null }>(
      'select phone, status, claim from sms_messages order by phone',
    );
  await until('every message is settled', async () =>
    (await statuses()).every(({ status }) => !['queued', 'sending'].includes(status)),
  );
  for (const { phone, status, claim } of await statuses()) {
    assert.equal(status, unconfirmed.includes(phone) ? 'unconfirmed' : 'sent', phone);
    assert.equal(provider.calls.filter(({ body }) => body.to === phone).length, 1, phone);
    assert.equal(claim, null);
  }
  const counted = async () => (await client().get(`/api/marketing/campaignChannelSms/${channel._id}`)).body;
  await until('they are counted', async () => (await counted()).sentCount === count - kills);
  assert.deepEqual([(await counted()).recipientCount, (await counted()).failedCount], [count, kills]);
});
