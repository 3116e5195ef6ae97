import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { eventually } from '#test/eventually.ts';
import { appForFile, type Json } from '#test/harness.ts';
import {
  type Behaviour,
  type Call,
  connections,
  FakePlatform,
  postWith,
  publish,
  publishing,
} from '#test/social-tools.ts';
import { recordKeyOf } from './bluesky-record-key.ts';

const { admin, sql } = await appForFile({
  WEBHOOK_ALLOW_PRIVATE: 'true',
  SOCIAL_TIMEOUT: '3s',
  SOCIAL_LOOKUP_DELAYS: '100ms,200ms,300ms',
});

/** The current reaction to a call that publishes. */
let onPublish: Behaviour = () => ({});

const connect = async (given: Json): Promise<Json> => {
  const reply = await admin.post(`${connections}/connect`, given);
  assert.equal(reply.status, 201, reply.text);
  return reply.body;
};

const upload = async (): Promise<string> => {
  const form = new FormData();
  const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
  form.append('file', new Blob([png], { type: 'image/png' }), 'a.png');
  const reply = await fetch(`${admin.url}/api/communications/file-upload`, {
    method: 'POST',
    headers: { authorization: `Bearer ${admin.token}` },
    body: form,
  });
  return ((await reply.json()) as Json).files[0]._id;
};

describe('Mastodon', async () => {
  const statuses: Json[] = [];
  const account = {
    id: '7',
    username: 'ada',
    display_name: 'Ada',
    avatar: 'https://m.example/a.png',
    url: 'https://m.example/@ada',
  };
  let instance: Json = { status: 404, json: { error: 'Not found' } };
  const server = await FakePlatform.start(async (call) => {
    if (call.headers.authorization !== 'Bearer good')
      return { status: 401, json: { error: 'The access token is invalid' } };
    if (call.path === '/api/v1/accounts/verify_credentials') return { json: account };
    if (call.path === '/api/v2/instance') return instance;
    if (call.path === '/api/v2/media') return { json: { id: 'm1' } };
    if (call.path === '/api/v1/accounts/7/statuses') return { json: statuses };
    if (call.path === '/api/v1/statuses') return onPublish(call);
    return { status: 404, json: { error: 'Record not found' } };
  });
  const take = ({ body }: Call) => {
    const status = {
      id: String(statuses.length + 1),
      url: `https://m.example/@ada/${statuses.length + 1}`,
      content: `<p>${body.status.replaceAll('\n\n', '</p><p>')}</p>`,
      created_at: new Date().toISOString(),
    };
    statuses.unshift(status);
    return { json: status };
  };
  const { _id: connectionId, handle } = await connect({
    platform: 'mastodon',
    server: server.url,
    accessToken: 'good',
  });
  beforeEach(() => {
    server.calls.length = 0;
    onPublish = take;
  });

  it('is connected with the name of the account, and not with a wrong token', async () => {
    assert.equal(handle, `@ada@${new URL(server.url).host}`);
    const wrong = await admin.post(`${connections}/connect`, {
      platform: 'mastodon',
      server: server.url,
      accessToken: 'bad',
    });
    assert.equal(wrong.status, 409);
    assert.match(
      wrong.body.error.message,
      /Mastodon did not accept the account\. It answered 401: The access token is invalid/,
    );
  });

  it('gets the text with the link, the files with their descriptions, and a key', async () => {
    const mediaIds = [await upload()];
    const post = await publish(admin, {
      connectionId,
      content: 'News',
      linkUrl: 'https://example.com/news',
      mediaIds,
      altTexts: ['A dot'],
    });
    const published = await postWith(admin, post._id, 'published');
    assert.equal(published.postUrl, 'https://m.example/@ada/1');
    const [call] = server.at('/api/v1/statuses');
    assert.deepEqual(call?.body, {
      status: 'News\n\nhttps://example.com/news',
      media_ids: ['m1'],
      visibility: 'public',
    });
    assert.equal(call?.headers['idempotency-key'], post._id);
    const media = server.at('/api/v2/media')[0]?.raw.toString('latin1') ?? '';
    assert.ok(media.includes('name="description"') && media.includes('A dot') && media.includes('filename="a.png"'));
  });

  it('counts a link as 23 characters', async () => {
    const linkUrl = `https://example.com/${'x'.repeat(300)}`;
    const fits = await admin.post(`${publishing}/check`, { platform: 'mastodon', content: 'x'.repeat(475), linkUrl });
    assert.deepEqual([fits.body.length, fits.body.problems], [500, []]);
    const over = await admin.post(publishing, { connectionId, content: 'x'.repeat(476), linkUrl });
    assert.match(
      over.body.error.details[0].message,
      /at most 500 characters long on Mastodon, the link included; it has 501/,
    );
  });

  it('has the limits of its server, read when it is connected and with its numbers', async () => {
    const serverOf = (maxCharacters: unknown) => ({
      json: {
        configuration: {
          statuses: { max_characters: maxCharacters, max_media_attachments: 6, characters_reserved_per_url: 10 },
          media_attachments: { image_size_limit: 8, video_size_limit: 'none' },
        },
      },
    });
    instance = serverOf(1200);
    const again = { platform: 'mastodon', server: server.url, accessToken: 'good' };
    assert.equal((await admin.post(`${connections}/connect`, again)).body._id, connectionId);
    const limitsNow = async () => (await admin.get(`/api/marketing/socialConnections/${connectionId}`)).body.limits;
    const limits = { maxLength: 1200, linkLength: 10, maxMedia: 6, maxImageBytes: 8 };
    assert.deepEqual(await limitsNow(), limits);
    const content = 'x'.repeat(1100);
    const fits = await admin.post(`${publishing}/check`, { platform: 'mastodon', connectionId, content });
    assert.deepEqual([fits.body.maxLength, fits.body.problems], [1200, []]);
    await postWith(admin, (await publish(admin, { connectionId, content }))._id, 'published');
    const over = await admin.post(publishing, { connectionId, content: 'x'.repeat(1201) });
    assert.match(over.body.error.details[0].message, /at most 1,200 characters long on Mastodon/);
    const large = await admin.post(publishing, { connectionId, content: 'x', mediaIds: [await upload()] });
    assert.equal(large.body.error.details[0].field, 'mediaIds');
    const wrong = await admin.post(`${publishing}/check`, { platform: 'bluesky', connectionId, content });
    assert.equal(wrong.body.error.details[0].field, 'connectionId');
    instance = serverOf(-1);
    await sql('update social_accounts set metrics_at = now() where connection_id = $1', [connectionId]);
    await eventually(async () => assert.equal((await limitsNow()).maxLength, undefined));
    instance = { status: 404, json: { error: 'Not found' } };
    await admin.post(`${connections}/connect`, again);
    assert.deepEqual(await limitsNow(), {});
  });

  it('finds a post that it took without an answer', async () => {
    onPublish = (call) => {
      take(call);
      return 'hang';
    };
    const post = await publish(admin, { connectionId, content: 'Taken & kept', linkUrl: 'https://example.com/1' });
    const published = await postWith(admin, post._id, 'published');
    assert.equal(published.externalId, statuses[0].id);
    assert.equal(server.at('/api/v1/statuses').length, 1);
    assert.deepEqual(await sql('select * from social_outbox where post_id = $1', [post._id]), []);
  });

  it('does not take another post with the same text for it', async () => {
    const first = await publish(admin, { connectionId, content: 'Same words' });
    await postWith(admin, first._id, 'published');
    onPublish = () => 'hang';
    const second = await publish(admin, { connectionId, content: 'Same words' });
    const { error } = await postWith(admin, second._id, 'failed');
    assert.match(error, /Mastodon has no such post/);
    assert.equal(server.at('/api/v1/statuses').length, 2);
  });

  it('asks for a new login when the token is withdrawn, and mails its owner once', async () => {
    onPublish = () => ({ status: 401, json: { error: 'The access token was revoked' } });
    const post = await publish(admin, { connectionId, content: 'Late' });
    const { error } = await postWith(admin, post._id, 'failed');
    assert.match(error, /Reconnect the account, then retry/);
    const { body } = await admin.get(`/api/marketing/socialConnections/${connectionId}`);
    assert.equal(body.status, 'needsReauthorization');
    const refused = await admin.post(publishing, { connectionId, content: 'Again' });
    assert.equal(refused.status, 409);
    const again = await admin.post(`${connections}/connect`, {
      platform: 'mastodon',
      server: server.url,
      accessToken: 'good',
    });
    assert.deepEqual([again.status, again.body._id, again.body.status], [200, connectionId, 'active']);
    onPublish = take;
    await admin.post(`${publishing}/${post._id}/retry`, {});
    await postWith(admin, post._id, 'published');
  });
});

describe('Bluesky', async () => {
  const records = new Map<string, Json>();
  let valid = 'access-1';
  let sessions = 0;
  const login = () => {
    sessions += 1;
    valid = `access-${sessions}`;
    return { json: { did: 'did:plc:ada', handle: 'ada.example', accessJwt: valid, refreshJwt: `refresh-${sessions}` } };
  };
  const server = await FakePlatform.start(async (call) => {
    const method = call.path.replace('/xrpc/', '');
    if (method === 'com.atproto.server.createSession')
      return call.body.password === 'app pass'
        ? login()
        : { status: 401, json: { error: 'AuthenticationRequired', message: 'Invalid identifier or password' } };
    if (method === 'com.atproto.server.refreshSession')
      return call.headers.authorization === `Bearer refresh-${sessions}`
        ? login()
        : { status: 400, json: { error: 'ExpiredToken' } };
    if (call.headers.authorization !== `Bearer ${valid}`) return { status: 401, json: { error: 'InvalidToken' } };
    if (method === 'com.atproto.repo.uploadBlob') return { json: { blob: { $type: 'blob', size: call.raw.length } } };
    if (method === 'com.atproto.repo.getRecord') {
      const found = records.get(call.query.get('rkey') ?? '');
      return found ? { json: found } : { status: 400, json: { error: 'RecordNotFound' } };
    }
    if (method === 'com.atproto.repo.createRecord') return onPublish(call);
    return { status: 404, json: {} };
  });
  const take = ({ body }: Call) => {
    if (records.has(body.rkey)) return { status: 400, json: { error: 'InvalidRequest', message: 'It exists' } };
    const uri = `at://did:plc:ada/app.bsky.feed.post/${body.rkey}`;
    records.set(body.rkey, { uri, cid: 'c', value: body.record });
    return { json: { uri, cid: 'c' } };
  };
  const { _id: connectionId } = await connect({
    platform: 'bluesky',
    server: server.url,
    handle: 'ada.example',
    appPassword: 'app pass',
  });
  beforeEach(() => {
    server.calls.length = 0;
    onPublish = take;
  });

  it('gets text with links and tags marked, a card for the link, and a key made of the id', async () => {
    const post = await publish(admin, { connectionId, content: 'Grüße #büro', linkUrl: 'https://example.com/a' });
    const published = await postWith(admin, post._id, 'published');
    const key = recordKeyOf(post._id);
    assert.match(key, /^[2-7a-j][2-7a-z]{12}$/);
    assert.equal(published.postUrl, `https://bsky.app/profile/ada.example/post/${key}`);
    const { record, rkey, repo } = server.at('/xrpc/com.atproto.repo.createRecord')[0]?.body ?? {};
    assert.deepEqual([repo, rkey, record.text], ['did:plc:ada', key, 'Grüße #büro\n\nhttps://example.com/a']);
    const bytes = Buffer.from(record.text);
    const marked = record.facets.map(({ index }: Json) => bytes.subarray(index.byteStart, index.byteEnd).toString());
    assert.deepEqual(marked, ['https://example.com/a', '#büro']);
    assert.equal(record.embed.external.uri, 'https://example.com/a');
  });

  it('carries images with their descriptions', async () => {
    const mediaIds = [await upload()];
    const post = await publish(admin, { connectionId, content: 'Picture', mediaIds, altTexts: ['A dot'] });
    await postWith(admin, post._id, 'published');
    const { record } = server.at('/xrpc/com.atproto.repo.createRecord')[0]?.body ?? {};
    assert.deepEqual(record.embed.images, [{ image: { $type: 'blob', size: 16 }, alt: 'A dot' }]);
  });

  it('counts graphemes, and takes no more than 300', async () => {
    const family = '👨‍👩‍👧‍👦';
    const fits = await admin.post(`${publishing}/check`, { platform: 'bluesky', content: family.repeat(300) });
    assert.deepEqual([fits.body.length, fits.body.problems], [300, []]);
    const over = await admin.post(publishing, { connectionId, content: family.repeat(301) });
    assert.equal(over.body.error.details[0].field, 'content');
  });

  it('renews a token that has ended, and one that is refused before its end', async () => {
    await sql(`update marketing_social_connections set expires_at = now() - interval '1 minute' where id = $1`, [
      connectionId,
    ]);
    const first = await publish(admin, { connectionId, content: 'After the end' });
    await postWith(admin, first._id, 'published');
    assert.equal(server.at('/xrpc/com.atproto.server.refreshSession').length, 1);
    valid = 'none';
    const second = await publish(admin, { connectionId, content: 'Before the end' });
    await postWith(admin, second._id, 'published');
    assert.equal(server.at('/xrpc/com.atproto.server.refreshSession').length, 2);
    assert.equal(
      server.at('/xrpc/com.atproto.repo.createRecord').filter(({ body }) => body.record.text === 'Before the end')
        .length,
      1,
    );
  });

  it('finds a post that it took without an answer, and never has it twice', async () => {
    onPublish = (call) => {
      take(call);
      return 'cut';
    };
    const post = await publish(admin, { connectionId, content: 'Taken' });
    const published = await postWith(admin, post._id, 'published');
    assert.ok(published.externalId.endsWith(recordKeyOf(post._id)));
    assert.equal(server.at('/xrpc/com.atproto.repo.createRecord').length, 1);
  });

  it('says that a post is not there after it has looked three times', async () => {
    onPublish = () => 'cut';
    const post = await publish(admin, { connectionId, content: 'Lost' });
    await postWith(admin, post._id, 'unconfirmed', 'failed');
    const { error } = await postWith(admin, post._id, 'failed');
    assert.match(error, /Bluesky has no such post\. Retry to publish it/);
    // The platform was asked once before the call and three times after it.
    assert.equal(server.at('/xrpc/com.atproto.repo.getRecord').length, 4);
    onPublish = take;
    await admin.post(`${publishing}/${post._id}/retry`, {});
    await postWith(admin, post._id, 'published');
    await eventually(async () => assert.equal(records.has(recordKeyOf(post._id)), true));
  });
});
