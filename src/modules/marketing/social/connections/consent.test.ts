import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, describe, it } from 'node:test';
import { eventually } from '#test/eventually.ts';
import { appForFile, type Json, startApp } from '#test/harness.ts';
import {
  type Behaviour,
  type Call,
  connections,
  FakePlatform,
  postWith,
  publish,
  publishing,
} from '#test/social-tools.ts';

const platforms = ['x', 'linkedin', 'facebook', 'instagram', 'threads', 'pinterest', 'tiktok', 'youtube'];
const token = { access_token: 'token-1', refresh_token: 'refresh-1', expires_in: 3600, scope: 'a b' };

/**
 * The answers of each platform, by the path below its base URL. `publish` is the path of the call that makes a post
 * visible.
 */
interface Script {
  readonly token: string;
  readonly publish: string;
  readonly account: { readonly id: string; readonly name: string };
  readonly answers: Readonly<Record<string, (call: Call) => Json>>;
  readonly media: 'none' | 'image' | 'video';
  readonly check: (call: Call, post: Json) => void;
  readonly postUrl: string | null;
}

const fake = await FakePlatform.start();
const under = (name: string) => `${fake.url}/${name}`;

const scripts: Readonly<Record<string, Script>> = {
  x: {
    token: '/2/oauth2/token',
    publish: '/2/tweets',
    account: { id: '7', name: 'Ada' },
    media: 'image',
    answers: {
      '/2/users/me': () => ({ data: { id: '7', name: 'Ada', username: 'ada' } }),
      '/2/media/upload': () => ({ data: { id: 'm1' } }),
      '/2/media/metadata': () => ({}),
      '/2/tweets': () => ({ data: { id: '99' } }),
    },
    check: ({ body }) =>
      assert.deepEqual(body, { text: 'Hello (world)\n\nhttps://example.com/a', media: { media_ids: ['m1'] } }),
    postUrl: 'https://x.com/i/status/99',
  },
  linkedin: {
    token: '/oauth/v2/accessToken',
    publish: '/rest/posts',
    account: { id: 'urn:li:person:7', name: 'Ada' },
    media: 'none',
    answers: {
      '/v2/userinfo': () => ({ sub: '7', name: 'Ada' }),
      '/rest/posts': () => ({ $headers: { 'x-restli-id': 'urn:li:share:99' }, $status: 201 }),
    },
    check: ({ body, headers }) => {
      assert.equal(body.commentary, 'Hello \\(world\\)');
      assert.deepEqual(body.content, { article: { source: 'https://example.com/a', title: 'example.com' } });
      assert.deepEqual([body.author, body.lifecycleState], ['urn:li:person:7', 'PUBLISHED']);
      assert.match(String(headers['linkedin-version']), /^\d{6}$/);
    },
    postUrl: 'https://www.linkedin.com/feed/update/urn:li:share:99',
  },
  facebook: {
    token: '/v23.0/oauth/access_token',
    publish: '/v23.0/7/feed',
    account: { id: '7', name: 'Page' },
    media: 'image',
    answers: {
      '/v23.0/me/accounts': () => ({ data: [{ id: '7', name: 'Page', access_token: 'page-token' }] }),
      '/v23.0/7/photos': () => ({ id: 'ph1' }),
      '/v23.0/7/feed': () => ({ id: '7_99' }),
    },
    check: ({ body, headers }) => {
      assert.deepEqual(body, { message: 'Hello (world)', attached_media: [{ media_fbid: 'ph1' }] });
      assert.equal(headers.authorization, 'Bearer page-token');
    },
    postUrl: 'https://www.facebook.com/7_99',
  },
  instagram: {
    token: '/oauth/access_token',
    publish: '/v23.0/7/media_publish',
    account: { id: '7', name: 'Ada' },
    media: 'image',
    answers: {
      '/access_token': () => ({ ...token, access_token: 'long-1', refresh_token: undefined }),
      '/v23.0/me': () => ({ user_id: '7', username: 'ada', name: 'Ada' }),
      '/v23.0/7/media': () => ({ id: 'c1' }),
      '/v23.0/c1': () => ({ status_code: 'FINISHED' }),
      '/v23.0/7/media_publish': () => ({ id: '99' }),
      '/v23.0/99': () => ({ permalink: 'https://www.instagram.com/p/99' }),
    },
    check: ({ body, headers }) => {
      assert.deepEqual(body, { creation_id: 'c1' });
      assert.equal(headers.authorization, 'Bearer long-1');
      const container = fake.at('/instagram/v23.0/7/media', 'POST')[0]?.body;
      assert.equal(container.caption, 'Hello (world)\n\nhttps://example.com/a');
      assert.match(container.image_url, /\/f\//);
    },
    postUrl: 'https://www.instagram.com/p/99',
  },
  threads: {
    token: '/oauth/access_token',
    publish: '/v1.0/7/threads_publish',
    account: { id: '7', name: 'Ada' },
    media: 'none',
    answers: {
      '/access_token': () => ({ ...token, access_token: 'long-1', refresh_token: undefined }),
      '/v1.0/me': () => ({ id: '7', username: 'ada', name: 'Ada' }),
      '/v1.0/7/threads': () => ({ id: 'c1' }),
      '/v1.0/c1': () => ({ status: 'FINISHED' }),
      '/v1.0/7/threads_publish': () => ({ id: '99' }),
      '/v1.0/99': () => ({ permalink: 'https://www.threads.net/@ada/post/99' }),
    },
    check: ({ body }) => {
      assert.deepEqual(body, { creation_id: 'c1' });
      const container = fake.at('/threads/v1.0/7/threads', 'POST')[0]?.body;
      assert.deepEqual(container, {
        media_type: 'TEXT',
        text: 'Hello (world)',
        link_attachment: 'https://example.com/a',
      });
    },
    postUrl: 'https://www.threads.net/@ada/post/99',
  },
  pinterest: {
    token: '/v5/oauth/token',
    publish: '/v5/pins',
    account: { id: 'b7', name: 'ada: Board' },
    media: 'image',
    answers: {
      '/v5/user_account': () => ({ username: 'ada' }),
      '/v5/boards': () => ({ items: [{ id: 'b7', name: 'Board' }] }),
      '/v5/pins': () => ({ id: '99' }),
    },
    check: ({ body }) => {
      assert.deepEqual([body.board_id, body.description, body.link], ['b7', 'Hello (world)', 'https://example.com/a']);
      assert.equal(body.media_source.source_type, 'image_base64');
      assert.equal(Buffer.from(body.media_source.data, 'base64').length, 12);
    },
    postUrl: 'https://www.pinterest.com/pin/99/',
  },
  tiktok: {
    token: '/v2/oauth/token/',
    publish: '/upload/1',
    account: { id: '7', name: 'Ada' },
    media: 'video',
    answers: {
      '/v2/user/info/': () => ({ data: { user: { open_id: '7', display_name: 'Ada' } } }),
      '/v2/post/publish/video/init/': () => ({
        data: { publish_id: 'p99', upload_url: `${under('tiktok')}/upload/1` },
      }),
      '/upload/1': () => ({}),
    },
    check: ({ raw, headers, method }) => {
      assert.deepEqual([method, raw.length, headers['content-range']], ['PUT', 24, 'bytes 0-23/24']);
      const { post_info: info } = fake.at('/tiktok/v2/post/publish/video/init/')[0]?.body ?? {};
      assert.equal(info.title, 'Hello (world)\n\nhttps://example.com/a');
    },
    postUrl: null,
  },
  youtube: {
    token: '/token',
    publish: '/upload/1',
    account: { id: 'UC7', name: 'Ada' },
    media: 'video',
    answers: {
      '/youtube/v3/channels': () => ({ items: [{ id: 'UC7', snippet: { title: 'Ada' } }] }),
      '/upload/youtube/v3/videos': () => ({ $headers: { location: `${under('youtube')}/upload/1` } }),
      '/upload/1': () => ({ id: '99' }),
    },
    check: ({ raw, method }) => {
      assert.deepEqual([method, raw.length], ['PUT', 24]);
      const { snippet } = fake.at('/youtube/upload/youtube/v3/videos')[0]?.body ?? {};
      assert.equal(snippet.title, 'Hello (world)');
    },
    postUrl: 'https://www.youtube.com/watch?v=99',
  },
};

/** Replaces the answer of one path. */
const overrides = new Map<string, Behaviour>();
fake.behaviour = (call) => {
  const override = overrides.get(call.path);
  if (override) return override(call);
  const [, name = '', ...rest] = call.path.split('/');
  const path = `/${rest.join('/')}`;
  const script = scripts[name];
  if (!script) return { status: 404, json: { error: 'no such platform' } };
  if (path === script.token) return { json: token };
  const { $headers = {}, $status = 200, ...json } = script.answers[path]?.(call) ?? { $status: 404 };
  return { status: $status, headers: $headers, json };
};

const env = Object.fromEntries(
  platforms.flatMap((name) => [
    [`SOCIAL_${name.toUpperCase()}_CLIENT_ID`, `client-${name}`],
    [`SOCIAL_${name.toUpperCase()}_CLIENT_SECRET`, `secret-${name}`],
    [`SOCIAL_${name.toUpperCase()}_BASE_URL`, under(name)],
  ]),
);
// WEBHOOK_ALLOW_PRIVATE stays off: the operator named these addresses.
const { admin, anonymous, sql, user } = await appForFile({
  ...env,
  SOCIAL_TIMEOUT: '3s',
  SOCIAL_LOOKUP_DELAYS: '100ms,200ms',
});

interface Begun {
  readonly url: URL;
  readonly cookie: string;
}

async function begin(platform: string, by = admin): Promise<Begun> {
  const reply = await by.post(`${connections}/connect`, { platform, returnTo: '/app/x' });
  assert.equal(reply.status, 200, reply.text);
  const cookie = reply.headers.getSetCookie()[0] ?? '';
  assert.match(cookie, /HttpOnly/);
  return { url: new URL(reply.body.authorizationUrl), cookie: cookie.split(';')[0] ?? '' };
}

const comeBack = (query: Record<string, string>, cookie: string) =>
  anonymous.get(`${connections}/callback?${new URLSearchParams(query)}`, { cookie, accept: 'application/json' });

async function connect(platform: string): Promise<Json> {
  const { url, cookie } = await begin(platform);
  const reply = await comeBack({ code: 'code-1', state: url.searchParams.get('state') ?? '' }, cookie);
  assert.equal(reply.status, 200, reply.text);
  return reply.body.data[0];
}

const upload = async (kind: 'image' | 'video', platform: string): Promise<string> => {
  const jpeg = Buffer.from('ffd8ffe000104a4649460001', 'hex');
  const mp4 = Buffer.from('0000001866747970697336d00000000069736f6d6d703432', 'hex');
  mp4.write('ftypisom', 4, 'latin1');
  const [bytes, type, name] = kind === 'image' ? [jpeg, 'image/jpeg', 'a.jpg'] : [mp4, 'video/mp4', 'a.mp4'];
  const form = new FormData();
  form.append('file', new Blob([bytes], { type }), name);
  const reply = await fetch(`${admin.url}/api/communications/file-upload`, {
    method: 'POST',
    headers: { authorization: `Bearer ${admin.token}` },
    body: form,
  });
  const { files } = (await reply.json()) as Json;
  assert.equal(files[0].mimeType, type, platform);
  return files[0]._id;
};

const post = { content: 'Hello (world)', linkUrl: 'https://example.com/a' };

for (const platform of platforms)
  describe(platform, () => {
    const script = scripts[platform] as Script;

    it('is connected by consent, and publishes', async () => {
      fake.calls.length = 0;
      const { url, cookie } = await begin(platform);
      assert.ok(url.href.startsWith(`${under(platform)}/`), url.href);
      const parameters = Object.fromEntries(url.searchParams);
      assert.equal(parameters[platform === 'tiktok' ? 'client_key' : 'client_id'], `client-${platform}`);
      assert.match(parameters.redirect_uri ?? '', /\/api\/marketing\/social-connection\/callback$/);
      const reply = await comeBack({ code: 'code-1', state: parameters.state ?? '' }, cookie);
      assert.equal(reply.status, 200, reply.text);
      const [connection] = reply.body.data;
      assert.deepEqual([connection.externalId, connection.name], [script.account.id, script.account.name]);
      assert.ok(!/token-1|refresh-1|long-1|page-token/.test(reply.text));
      const [exchange] = fake.at(`/${platform}${script.token}`, 'POST');
      assert.equal(exchange?.body.code, 'code-1');
      if (parameters.code_challenge !== undefined) {
        const challenge = createHash('sha256').update(exchange?.body.code_verifier).digest('base64url');
        assert.equal(challenge, parameters.code_challenge);
      }
      const basic = `Basic ${Buffer.from(`client-${platform}:secret-${platform}`).toString('base64')}`;
      assert.ok(exchange?.headers.authorization === basic || exchange?.body.client_secret === `secret-${platform}`);
      const [stored] = await sql('select access_token from marketing_social_connections where id = $1', [
        connection._id,
      ]);
      assert.match(stored.access_token, /^v2-/);

      const media = script.media === 'none' ? {} : { mediaIds: [await upload(script.media, platform)] };
      const made = await publish(admin, { ...post, ...media, connectionId: connection._id });
      const published = await postWith(admin, made._id, 'published');
      assert.equal(published.postUrl, script.postUrl);
      // Accounts are read at the same time by GET, so leave those calls out.
      const calls = fake.at(`/${platform}${script.publish}`).filter(({ method }) => method !== 'GET');
      assert.equal(calls.length, 1);
      script.check(calls[0] as Call, made);
    });

    it('is not published again when the call has no answer', async () => {
      const { _id: connectionId } = await connect(platform);
      const path = `/${platform}${script.publish}`;
      fake.calls.length = 0;
      overrides.set(path, ({ method }) => (method === 'GET' ? { json: {} } : 'cut'));
      const media = script.media === 'none' ? {} : { mediaIds: [await upload(script.media, platform)] };
      const made = await publish(admin, { ...post, ...media, connectionId });
      await postWith(admin, made._id, 'unconfirmed', 'failed');
      await new Promise((resolve) => setTimeout(resolve, 1500));
      assert.equal(fake.calls.filter((call) => call.path === path && call.method !== 'GET').length, 1);
      overrides.delete(path);
    });

    it('says what it takes', async () => {
      const { body } = await admin.get(connections);
      const view = body.platforms.find(({ name }: Json) => name === platform);
      const long = { platform, content: 'x'.repeat(view.maxLength + 1) };
      const check = await admin.post(`${publishing}/check`, long);
      assert.equal(check.body.problems[0].field, 'content');
      if (view.minMedia > 0) assert.ok(check.body.problems.some(({ field }: Json) => field === 'mediaIds'));
    });
  });

describe('a consent', () => {
  it('is finished only in the browser that began it, once, with its state', async () => {
    const { url, cookie } = await begin('x');
    const state = url.searchParams.get('state') ?? '';
    assert.equal((await comeBack({ code: 'c', state }, '')).status, 401);
    assert.equal((await comeBack({ code: 'c', state: 'other' }, cookie)).status, 401);
    const refused = await comeBack({ error: 'access_denied', state }, cookie);
    assert.match(refused.body.error.message, /refused at X/);
    const forged = cookie.replace(/.{4}$/, 'AAAA');
    assert.equal((await comeBack({ code: 'c', state }, forged)).status, 401);
  });

  it('sends the browser back to where it began', async () => {
    const { url, cookie } = await begin('x');
    const query = new URLSearchParams({ code: 'c', state: url.searchParams.get('state') ?? '' });
    const reply = await anonymous.get(`${connections}/callback?${query}`, { cookie, accept: 'text/html' });
    assert.deepEqual([reply.status, reply.headers.get('location')], [303, '/app/x']);
  });

  it('connects nothing for a user who may not any more', async () => {
    const writer = await user({ permissions: ['marketing:read', 'marketing:write'] });
    const { url, cookie } = await begin('x', writer);
    await admin.patch(`/api/identity/users/${writer.userId}`, { roles: [] });
    const reply = await comeBack({ code: 'c', state: url.searchParams.get('state') ?? '' }, cookie);
    assert.equal(reply.status, 403);
  });

  it('is asked for again when the platform refuses to renew it, and renewed while it can be', async () => {
    const { _id: connectionId } = await connect('x');
    const end = () => sql(`update marketing_social_connections set expires_at = now() where id = $1`, [connectionId]);
    fake.calls.length = 0;
    overrides.set('/x/2/oauth2/token', ({ body }) => ({
      json: { access_token: 'token-2', refresh_token: 'refresh-2', expires_in: 3600, given: body.refresh_token },
    }));
    await end();
    const first = await publish(admin, { ...post, connectionId });
    await postWith(admin, first._id, 'published');
    assert.equal(fake.at('/x/2/oauth2/token')[0]?.body.refresh_token, 'refresh-1');
    assert.equal(fake.at('/x/2/tweets', 'POST')[0]?.headers.authorization, 'Bearer token-2');
    overrides.set('/x/2/oauth2/token', ({ body }) => {
      assert.equal(body.refresh_token, 'refresh-2');
      return { status: 400, json: { error: 'invalid_grant' } };
    });
    await end();
    const second = await publish(admin, { ...post, connectionId });
    await postWith(admin, second._id, 'failed');
    const { body } = await admin.get(`/api/marketing/socialConnections/${connectionId}`);
    assert.equal(body.status, 'needsReauthorization');
    overrides.delete('/x/2/oauth2/token');
  });

  it('of Meta reads the code of an error: a token that ended, and a limit', async () => {
    const { _id: connectionId } = await connect('facebook');
    overrides.set('/facebook/v23.0/7/feed', () => ({
      status: 400,
      json: { error: { code: 4, message: 'Application request limit reached' } },
    }));
    const limited = await publish(admin, { ...post, connectionId });
    const waits = await postWith(admin, limited._id, 'scheduled');
    assert.ok(waits);
    await admin.delete(`${publishing}/${limited._id}`);
    await sql('update social_accounts set retry_at = null');
    overrides.set('/facebook/v23.0/7/feed', () => ({
      status: 400,
      json: { error: { code: 190, message: 'Error validating access token' } },
    }));
    const ended = await publish(admin, { ...post, connectionId });
    const { error } = await postWith(admin, ended._id, 'failed');
    assert.match(error, /Error validating access token/);
    overrides.clear();
  });

  it('opens no way to the addresses that the operator has set, nor to private ones', async () => {
    for (const url of [
      `${fake.url}/x`,
      fake.url,
      'http://example.com/hook',
      'https://u:p@example.com',
      'https://127.0.0.1:9/hook',
    ]) {
      const reply = await admin.post(`${connections}/connect`, { platform: 'webhook', url });
      assert.deepEqual([reply.status, reply.body.error.details[0].field], [422, 'url'], url);
    }
    // A name that now resolves to a private address is refused when something is sent.
    const hook = await admin.post(`${connections}/connect`, { platform: 'webhook', url: 'https://example.com/hook' });
    assert.equal(hook.status, 201, hook.text);
    const moved = `update marketing_social_connections set server_url = 'https://localhost:9/hook' where id = $1`;
    await sql(moved, [hook.body._id]);
    const made = await publish(admin, { ...post, connectionId: hook.body._id });
    await eventually(async () => {
      const { body } = await admin.get(`${publishing}/${made._id}`);
      assert.match(String(body.error), /could not be reached\..*address/i);
    });
  });

  it('is not offered for a platform that the operator has not set up', async () => {
    assert.equal((await admin.post(`${connections}/connect`, { platform: 'mastodon' })).status, 422);
    const bare = await startApp();
    after(() => bare.close());
    const missing = await bare.admin.post(`${connections}/connect`, { platform: 'linkedin' });
    assert.equal(missing.status, 409);
    assert.equal(missing.body.error.code, 'not_configured');
    assert.match(missing.body.error.message, /SOCIAL_LINKEDIN_CLIENT_ID/);
  });
});
