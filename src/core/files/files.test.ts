import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { clientConfig } from '#db/connection.ts';
import { appForFile, type Client, type Json } from '#test/harness.ts';
import { filesCleaning } from '../../modules/data/jobs/files-cleaning.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'atrium-files-'));
after(() => rmSync(folder, { recursive: true, force: true }));
const quota = 3_000_000;
const { admin, anonymous, url, sql, app, connection, tenant, user } = await appForFile({
  FILES_URL: pathToFileURL(folder).href,
  FILE_MAX_SIZE: '1MB',
  FILE_QUOTA: String(quota),
  EVENT_RETENTION: '1d',
});

interface Sent {
  readonly content: string | Uint8Array;
  readonly name?: string;
  readonly type?: string;
}

const form = (files: readonly Sent[], fields: Record<string, string> = {}): FormData => {
  const data = new FormData();
  for (const [key, value] of Object.entries(fields)) data.append(key, value);
  for (const { content, name = 'notes.txt', type = 'text/plain' } of files)
    data.append('file', new Blob([content as string], { type }), name);
  return data;
};

async function post(client: Client, to: string, body: FormData, headers: Record<string, string> = {}) {
  const response = await fetch(`${client.url}${to}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${client.token}`, ...headers },
    body,
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: (text === '' ? undefined : JSON.parse(text)) as Json,
  };
}

const upload = async (content: string | Uint8Array, name?: string, type?: string): Promise<Json> => {
  const { status, body } = await post(
    admin,
    '/api/communications/file-upload',
    form([{ content, ...(name !== undefined && { name }), ...(type !== undefined && { type }) }]),
  );
  assert.equal(status, 201, JSON.stringify(body));
  return body.files[0];
};

const download = (client: Client, from: string, headers: Record<string, string> = {}) =>
  fetch(`${client.url}${from}`, { headers: { authorization: `Bearer ${client.token}`, ...headers } });

const contentOf = ({ _id }: Json) => `/api/data/storedFiles/${_id}/content`;
const sha256 = (content: string | Uint8Array) => createHash('sha256').update(content).digest('hex');
const objects = () =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length
    : 0;

/** Waits for the number of objects. Files that no record uses are removed right after the answer. */
const objectsBecome = async (wanted: number): Promise<void> => {
  for (let n = 0; n < 200 && objects() !== wanted; n += 1) await new Promise((resolve) => setTimeout(resolve, 50));
  assert.equal(objects(), wanted);
};
const uploadsBecome = async (wanted: number): Promise<void> => {
  const listed = async () => Number((await sql('select count(*)::int as n from file_uploads'))[0]?.n);
  for (let n = 0; n < 200 && (await listed()) !== wanted; n += 1)
    await new Promise((resolve) => setTimeout(resolve, 20));
  assert.equal(await listed(), wanted);
};

const halfAnUpload = () =>
  `POST /api/communications/file-upload HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${admin.token}\r\ncontent-type: multipart/form-data; boundary=b\r\ncontent-length: 100000\r\n\r\n--b\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nhalf of it`;

describe('an upload', () => {
  it('stores the file and answers with what it is', async () => {
    const file = await upload('hello, world', 'greeting.txt');
    assert.equal(file.name, 'greeting.txt');
    assert.equal(file.mimeType, 'text/plain');
    assert.equal(file.size, 12);
    assert.equal(file.sha256, sha256('hello, world'));
    assert.equal(file.url, `${url}${contentOf(file)}`);
    const reply = await download(admin, contentOf(file));
    assert.equal(reply.status, 200);
    assert.equal(await reply.text(), 'hello, world');
  });

  it('keeps every byte of files of all sizes', async () => {
    // The sizes are around those of buffers. The content has line breaks and dashes that the parser must distinguish
    // from a boundary.
    for (const size of [0, 1, 8191, 65_535, 65_536, 65_537, 131_072, 700_001]) {
      const content = Buffer.alloc(size, '\r\n--\r\n-- not a boundary');
      randomBytes(8).copy(content);
      const file = await upload(content, `${size}.bin`);
      assert.equal(file.sha256, sha256(content));
      const downloaded = await (await download(admin, contentOf(file))).arrayBuffer();
      assert.equal(sha256(new Uint8Array(downloaded)), file.sha256);
    }
  });

  it('takes several files and no unknown part', async () => {
    const two = await post(
      admin,
      '/api/communications/file-upload',
      form([{ content: 'one' }, { content: 'two', name: 'b.txt' }]),
    );
    assert.equal(two.status, 201);
    assert.deepEqual(
      two.body.files.map(({ name }: Json) => name),
      ['notes.txt', 'b.txt'],
    );
    const wrong = new FormData();
    wrong.append('document', new Blob(['x']), 'x.txt');
    const refused = await post(admin, '/api/communications/file-upload', wrong);
    assert.equal(refused.status, 422);
    assert.equal(refused.body.error.details[0].field, 'document');
    const field = await post(admin, '/api/communications/file-upload', form([{ content: 'x' }], { colour: 'red' }));
    assert.equal(field.status, 422);
    assert.equal(field.body.error.details[0].field, 'colour');
  });

  it('needs a file, and multipart', async () => {
    const empty = await post(admin, '/api/communications/file-upload', form([]));
    assert.equal(empty.status, 422);
    assert.equal(empty.body.error.details[0].field, 'file');
    const json = await admin.post('/api/communications/file-upload', { file: 'x' });
    assert.equal(json.status, 415);
  });

  it('needs the scope communications:write', async () => {
    const viewer = await user({ permissions: ['*:read'] });
    const before = objects();
    const { status } = await post(viewer, '/api/communications/file-upload', form([{ content: 'x' }]));
    assert.equal(status, 403);
    await objectsBecome(before);
  });

  it('decides the type by the content, not by what the client says', async () => {
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    );
    assert.equal((await upload(png, 'a.html', 'text/html')).mimeType, 'image/png');
    assert.equal((await upload('<script>alert(1)</script>', 'a.png', 'image/png')).mimeType, 'text/plain');
    assert.equal((await upload(randomBytes(100), 'a.txt', 'text/plain')).mimeType, 'application/octet-stream');
    assert.equal((await upload('a,b\n1,2', 'a.csv', 'text/csv')).mimeType, 'text/csv');
  });

  it('keeps no path and no control characters of the name', async () => {
    const names: [string, string][] = [
      ['../../etc/passwd', 'passwd'],
      ['C:\\windows\\system.ini', 'system.ini'],
      ['..', 'file'],
      ['a\u202egnp.exe', 'a_gnp.exe'],
      ['a "quoted" name.txt', 'a _quoted_ name.txt'],
      ['Ünïcode – файл.txt', 'Ünïcode – файл.txt'],
      [`${'long'.repeat(200)}.pdf`, `${'long'.repeat(200).slice(0, 251)}.pdf`],
    ];
    for (const [given, wanted] of names) assert.equal((await upload(`name ${given}`, given)).name, wanted);
  });

  it('answers 413 for a file that is too large, and leaves nothing behind', async () => {
    const before = objects();
    const { status, body } = await post(
      admin,
      '/api/communications/file-upload',
      form([{ content: randomBytes(1_000_001) }]),
    );
    assert.equal(status, 413);
    assert.match(body.error.message, /FILE_MAX_SIZE/);
    await objectsBecome(before);
    await uploadsBecome(0);
  });

  it('leaves nothing behind when the client breaks off', async () => {
    const before = objects();
    const { hostname, port } = new URL(url);
    const socket = net.connect(Number(port), hostname);
    socket.write(halfAnUpload());
    await uploadsBecome(1);
    socket.destroy();
    await uploadsBecome(0);
    await objectsBecome(before);
  });

  it('leaves nothing behind when the client breaks off while the database is busy', async () => {
    const before = objects();
    const client = new pg.Client(clientConfig(connection));
    await client.connect();
    const { hostname, port } = new URL(url);
    const socket = net.connect(Number(port), hostname);
    socket.write(halfAnUpload());
    await uploadsBecome(1);
    await client.query('begin; lock table file_uploads in share mode');
    socket.destroy();
    // By then, the statements of disconnected clients have been cancelled.
    await new Promise((resolve) => setTimeout(resolve, 500));
    await client.end();
    await uploadsBecome(0);
    await objectsBecome(before);
  });

  it('has limits for files, fields and names, and leaves nothing behind', async () => {
    const before = objects();
    const send = (data: FormData) => post(admin, '/api/communications/file-upload', data);
    const files = await send(form(Array.from({ length: 21 }, (_, n) => ({ content: `file ${n}` }))));
    assert.equal(files.status, 413);
    assert.match(files.body.error.message, /20 files/);
    const second = await post(admin, '/api/sales/contactFiles', form([{ content: 'one' }, { content: 'two' }]));
    assert.equal(second.status, 413);
    assert.match(second.body.error.message, /one file/);
    const many = Object.fromEntries(Array.from({ length: 101 }, (_, n) => [`field${n}`, 'x']));
    const fields = await send(form([{ content: 'x' }], many));
    assert.equal(fields.status, 413);
    assert.match(fields.body.error.message, /100 fields/);
    const long = await send(form([{ content: 'x' }], { a: 'x'.repeat(600_000), b: 'x'.repeat(600_000) }));
    assert.equal(long.status, 413);
    assert.match(long.body.error.message, /1,048,576 bytes/);
    for (const name of ['__proto__', 'x'.repeat(201)]) {
      const refused = new FormData();
      refused.append(name, 'x');
      assert.equal((await send(refused)).status, 400);
    }
    await objectsBecome(before);
    await uploadsBecome(0);
  });

  it('answers on the same connection after it refused a file whose rest is still being sent', async () => {
    const { hostname, port } = new URL(url);
    const socket = net.connect(Number(port), hostname);
    let received = '';
    socket.setEncoding('latin1').on('data', (text) => {
      received += text;
    });
    const rest = Buffer.alloc(5_000_000, 'x');
    const head = '--b\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n';
    const request = (line: string, more: string) =>
      `${line} HTTP/1.1\r\nhost: ${hostname}\r\nauthorization: Bearer ${admin.token}\r\n${more}\r\n`;
    socket.write(
      request(
        'POST /api/communications/file-upload',
        `content-type: multipart/form-data; boundary=b\r\ncontent-length: ${head.length + rest.length}\r\n`,
      ) + head,
    );
    socket.write(rest);
    socket.write(request('GET /health', ''));
    const both = () => received.split('HTTP/1.1 ').length === 3;
    for (let n = 0; n < 200 && !both(); n += 1) await new Promise((resolve) => setTimeout(resolve, 20));
    socket.destroy();
    assert.deepEqual(
      [...received.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status),
      ['413', '200'],
    );
  });

  it('that ends within a part is refused', async () => {
    const before = objects();
    const response = await fetch(`${url}/api/communications/file-upload`, {
      method: 'POST',
      headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'multipart/form-data; boundary=b' },
      body: '--b\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nhalf of it',
    });
    assert.equal(response.status, 400);
    await objectsBecome(before);
    await uploadsBecome(0);
  });

  it('refuses bodies that are no multipart', async () => {
    const response = await fetch(`${url}/api/communications/file-upload`, {
      method: 'POST',
      headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'multipart/form-data; boundary=b' },
      body: 'nothing of the kind',
    });
    assert.equal(response.status, 400);
    const without = await fetch(`${url}/api/communications/file-upload`, {
      method: 'POST',
      headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'multipart/form-data' },
      body: 'x',
    });
    assert.equal(without.status, 400);
    const elsewhere = await post(admin, '/api/sales/contacts', form([{ content: 'x' }]));
    assert.equal(elsewhere.status, 415);
    const action = await post(admin, '/api/identity/auth/logout', form([{ content: 'x' }]));
    assert.equal(action.status, 415);
  });
});

describe('a download', () => {
  it('gives ranges', async () => {
    const file = await upload('0123456789');
    const ranged = async (range: string, headers: Record<string, string> = {}) => {
      const reply = await download(admin, contentOf(file), { range, ...headers });
      return [reply.status, reply.headers.get('content-range'), await reply.text()];
    };
    assert.deepEqual(await ranged('bytes=2-4'), [206, 'bytes 2-4/10', '234']);
    assert.deepEqual(await ranged('bytes=7-'), [206, 'bytes 7-9/10', '789']);
    assert.deepEqual(await ranged('bytes=-3'), [206, 'bytes 7-9/10', '789']);
    assert.deepEqual(await ranged('bytes=0-100'), [206, 'bytes 0-9/10', '0123456789']);
    assert.deepEqual(await ranged('bytes=5-2'), [200, null, '0123456789']);
    assert.deepEqual(await ranged('bytes=0-1,4-5'), [200, null, '0123456789']);
    assert.deepEqual(await ranged('bytes=2-4', { 'if-range': '"another"' }), [200, null, '0123456789']);
    const beyond = await download(admin, contentOf(file), { range: 'bytes=10-' });
    assert.equal(beyond.status, 416);
    assert.equal(beyond.headers.get('content-range'), 'bytes */10');
  });

  it('has an ETag, and HEAD tells the size', async () => {
    const file = await upload('tagged');
    const first = await download(admin, contentOf(file));
    await first.text();
    const etag = first.headers.get('etag') ?? '';
    assert.equal(etag, `"${file.sha256}"`);
    assert.equal((await download(admin, contentOf(file), { 'if-none-match': etag })).status, 304);
    const head = await fetch(`${url}${contentOf(file)}`, {
      method: 'HEAD',
      headers: { authorization: `Bearer ${admin.token}` },
    });
    assert.equal(head.status, 200);
    assert.equal(head.headers.get('content-length'), '6');
  });

  it('is an attachment that runs nothing, unless it is a safe image', async () => {
    const html = await download(admin, contentOf(await upload('<script>1</script>', 'a "b".html', 'text/html')));
    await html.text();
    assert.match(
      html.headers.get('content-disposition') ?? '',
      /^attachment; filename="a _b_\.html"; filename\*=UTF-8''/,
    );
    assert.match(html.headers.get('content-security-policy') ?? '', /sandbox/);
    assert.equal(html.headers.get('x-content-type-options'), 'nosniff');
    const gif = await download(
      admin,
      contentOf(
        await upload(Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64'), 'a.gif'),
      ),
    );
    await gif.arrayBuffer();
    assert.match(gif.headers.get('content-disposition') ?? '', /^inline/);
  });

  it('is never named as a type that a page could run, by no route', async () => {
    const types = [
      'text/javascript',
      'text/html',
      'text/css',
      'text/xml',
      'application/xml',
      'application/xhtml+xml',
      'application/atom+xml',
      'text/jscript',
    ];
    for (const type of types) {
      const file = await upload('alert(1)', 'app.js', type);
      const { body } = await admin.post(`/api/data/storedFiles/${file._id}/share`, {});
      for (const reply of [await download(admin, contentOf(file)), await fetch(body.url)]) {
        assert.equal(await reply.text(), 'alert(1)');
        assert.equal(reply.headers.get('content-type'), 'application/octet-stream', type);
        assert.equal(reply.headers.get('x-content-type-options'), 'nosniff');
        assert.match(reply.headers.get('content-disposition') ?? '', /^attachment/);
        assert.match(reply.headers.get('content-security-policy') ?? '', /sandbox/);
      }
    }
    const svg = await upload('<svg xmlns="http://www.w3.org/2000/svg"/>', 'a.svg', 'image/svg+xml');
    const drawn = await download(admin, contentOf(svg));
    await drawn.text();
    assert.match(drawn.headers.get('content-disposition') ?? '', /^attachment/);
    assert.match(drawn.headers.get('content-security-policy') ?? '', /sandbox/);
  });

  it('is refused to another tenant and to those who may not read the record', async () => {
    const file = await upload('private');
    const other = await tenant();
    assert.equal((await download(other, contentOf(file))).status, 404);
    assert.equal((await fetch(`${url}${contentOf(file)}`)).status, 401);
  });
});

describe('a record of a files model', () => {
  const contact = async () => (await admin.post('/api/sales/contacts', { lastName: 'Files' })).body._id;

  it('takes the file beside its fields, and writes one event', async () => {
    const contactId = await contact();
    const { status, body } = await post(
      admin,
      '/api/sales/contactFiles',
      form([{ content: 'a contract', name: 'contract.txt' }], { contactId }),
    );
    assert.equal(status, 201, JSON.stringify(body));
    assert.equal(body.name, 'contract.txt');
    assert.equal(body.size, 10);
    assert.equal(body.contactId, contactId);
    const reply = await download(admin, `/api/sales/contactFiles/${body._id}/content`);
    assert.equal(await reply.text(), 'a contract');
    const events = await sql(`select type from events where record_id = '${body._id}'`);
    assert.deepEqual(
      events.map(({ type }) => type),
      ['contactFile.created'],
    );
    assert.equal((await download(admin, `/api/sales/contacts/${contactId}/content`)).status, 404);
  });

  it('takes an uploaded file by its id', async () => {
    const stored = await upload('uploaded before', 'before.txt');
    const { status, body } = await admin.post('/api/sales/contactFiles', {
      contactId: await contact(),
      storedFileId: stored._id,
      name: 'renamed.txt',
    });
    assert.equal(status, 201, JSON.stringify(body));
    assert.equal(body.sha256, stored.sha256);
    assert.equal(body.name, 'renamed.txt');
    await admin.delete(`/api/data/storedFiles/${stored._id}`);
    const reply = await download(admin, `/api/sales/contactFiles/${body._id}/content`);
    assert.equal(await reply.text(), 'uploaded before');
  });

  it('refuses what the platform decides, a file without name and content, and unknown stored files', async () => {
    const contactId = await contact();
    for (const field of ['size', 'mimeType', 'url', 'storageKey', 'sha256']) {
      const value = field === 'size' ? 1 : field === 'url' ? 'https://example.com/' : 'x';
      const { status, body } = await admin.post('/api/sales/contactFiles', { contactId, name: 'a', [field]: value });
      assert.equal(status, 422);
      assert.equal(body.error.details[0].field, field);
    }
    const nameless = await admin.post('/api/sales/contactFiles', { contactId });
    assert.equal(nameless.status, 422);
    assert.equal(nameless.body.error.details[0].field, 'name');
    const unknown = await admin.post('/api/sales/contactFiles', {
      contactId,
      storedFileId: '00000000-0000-4000-8000-000000000000',
    });
    assert.equal(unknown.status, 422);
    assert.equal(unknown.body.error.details[0].field, 'storedFileId');
    const bare = await admin.post('/api/sales/contactFiles', { contactId, name: 'to follow' });
    assert.equal(bare.status, 201);
    assert.equal((await download(admin, `/api/sales/contactFiles/${bare.body._id}/content`)).status, 404);
  });

  it('leaves nothing behind when the record is refused, or the write is a dry run', async () => {
    const before = objects();
    const refused = await post(
      admin,
      '/api/sales/contactFiles',
      form([{ content: 'refused' }], { contactId: '00000000-0000-4000-8000-000000000000' }),
    );
    assert.equal(refused.status, 422);
    const dry = await post(
      admin,
      '/api/sales/contactFiles?dryRun=true',
      form([{ content: 'a dry run' }], { contactId: await contact() }),
    );
    assert.equal(dry.status, 201);
    await objectsBecome(before);
    await uploadsBecome(0);
  });

  it('is written once for an Idempotency-Key, which compares the content', async () => {
    const contactId = await contact();
    const send = (content: string) =>
      post(admin, '/api/sales/contactFiles', form([{ content }], { contactId }), {
        'idempotency-key': `files ${contactId}`,
      });
    const first = await send('idempotent');
    const second = await send('idempotent');
    assert.equal(second.headers.get('idempotent-replayed'), 'true');
    assert.equal(second.body._id, first.body._id);
    assert.equal((await send('another content')).status, 409);
  });
});

describe('the url of a file', () => {
  it('is a path in records and events, which outlives the address of the server', async () => {
    const file = await upload('moved to another host');
    const { body } = await admin.get(`/api/data/storedFiles/${file._id}`);
    assert.equal(body.url, contentOf(file));
    const [event] = await sql(`select record->>'url' as url from events where record_id = '${file._id}'`);
    assert.equal(event?.url, contentOf(file));
    const found = await admin.get(`/api/data/storedFiles?filter[url]=${encodeURIComponent(contentOf(file))}`);
    assert.deepEqual(
      found.body.data.map(({ _id }: Json) => _id),
      [file._id],
    );
  });

  it('is made a path by the migration, unless a client wrote it', async () => {
    const contactId = (await admin.post('/api/sales/contacts', { lastName: 'Older' })).body._id;
    const ours = (await post(admin, '/api/sales/contactFiles', form([{ content: 'ours' }], { contactId }))).body;
    const theirs = (await admin.post('/api/sales/contactFiles', { contactId, name: 'theirs' })).body;
    const elsewhere = `https://example.com/api/sales/contactFiles/${theirs._id}/content`;
    const set = 'update sales_contact_files set url = $2 where id = $1';
    await sql(set, [ours._id, `https://old.example:8443/prefix${ours.url}`]);
    await sql(set, [theirs._id, elsewhere]);
    const folderOfMigrations = path.join(import.meta.dirname, '../../../migrations');
    await sql(readFileSync(path.join(folderOfMigrations, '202611160622-file-paths.sql'), 'utf8'));
    const urlOf = async ({ _id }: Json) => (await admin.get(`/api/sales/contactFiles/${_id}`)).body.url;
    assert.equal(await urlOf(ours), `/api/sales/contactFiles/${ours._id}/content`);
    assert.equal(await urlOf(theirs), elsewhere);
  });
});

describe('contents', () => {
  const clean = () => app.services.jobs.enqueueForPlatform(app.services, filesCleaning);

  it('are stored once, however many records have them, and go with the last one after retention', async () => {
    const before = objects();
    const one = await upload('the same content twice');
    const two = await upload('the same content twice');
    await objectsBecome(before + 1);
    await admin.delete(`/api/data/storedFiles/${one._id}`);
    await admin.delete(`/api/data/storedFiles/${two._id}`);
    await clean();
    await new Promise((resolve) => setTimeout(resolve, 500));
    await objectsBecome(before + 1);
    const restored = await admin.post(`/api/data/storedFiles/${two._id}/restore`, {});
    assert.equal(restored.status, 200);
    assert.equal(await (await download(admin, contentOf(two))).text(), 'the same content twice');
    await admin.delete(`/api/data/storedFiles/${two._id}`);
    await sql(`update file_uses set deleted_at = deleted_at - interval '34 days' where deleted_at is not null`);
    await clean();
    await objectsBecome(before);
  });

  it('of uploads whose process died are removed after a day', async () => {
    const before = objects();
    const [row] = await sql('select id from tenants order by id limit 1');
    for (const [key, age] of [
      ['old', '25 hours'],
      ['new', '1 hour'],
    ] as const) {
      writeFileSync(path.join(folder, String(row?.id), key), 'left behind');
      await sql(`insert into file_uploads (tenant_id, storage_key, started_at) values ($1, $2, now() - $3::interval)`, [
        row?.id,
        `${row?.id}/${key}`,
        age,
      ]);
    }
    await clean();
    await objectsBecome(before + 1);
    await uploadsBecome(1);
  });

  it('of another tenant are another object', async () => {
    const before = objects();
    const other = await tenant();
    await upload('shared by nobody');
    await post(other, '/api/communications/file-upload', form([{ content: 'shared by nobody' }]));
    await objectsBecome(before + 2);
  });

  it('stay within the quota of the tenant, also when uploads race', async () => {
    const other = await tenant();
    const size = 900_000;
    const replies = await Promise.all(
      Array.from({ length: 6 }, () =>
        post(other, '/api/communications/file-upload', form([{ content: randomBytes(size) }])),
      ),
    );
    const statuses = replies.map(({ status }) => status).sort();
    assert.deepEqual(statuses, [201, 201, 201, 402, 402, 402]);
    assert.match(replies.find(({ status }) => status === 402)?.body.error.message, /FILE_QUOTA/);
    const [row] = await sql('select max(bytes)::int as bytes from file_usage');
    assert.ok(Number(row?.bytes) <= quota);
  });
});

describe('a link to a file', () => {
  it('needs no session, and ends at its time', async () => {
    const file = await upload('for everybody', 'flyer.txt');
    const { status, body } = await admin.post(`/api/data/storedFiles/${file._id}/share`, { expiresIn: '1h' });
    assert.equal(status, 201);
    const reply = await fetch(body.url);
    assert.equal(await reply.text(), 'for everybody');
    assert.ok(Date.parse(body.expiresAt) - Date.now() > 3_500_000);
    const [head = '', signature = ''] = new URL(body.url).pathname.split('/').at(-1)?.split('.') ?? [];
    const text = Buffer.from(head, 'base64url').toString();
    const later = Buffer.from(text.replace(/\d+$/, '99999999999')).toString('base64url');
    assert.equal((await fetch(`${url}/f/${later}.${signature}`)).status, 404);
    assert.equal((await fetch(`${url}/f/nonsense`)).status, 404);
    await admin.delete(`/api/data/storedFiles/${file._id}`);
    assert.equal((await fetch(body.url)).status, 404);
  });

  it('is given only to those who may read the record', async () => {
    const file = await upload('not for all');
    const other = await tenant();
    assert.equal((await other.post(`/api/data/storedFiles/${file._id}/share`, {})).status, 404);
    assert.equal((await anonymous.post(`/api/data/storedFiles/${file._id}/share`, {})).status, 401);
    const wrong = await admin.post(`/api/data/storedFiles/${file._id}/share`, { expiresIn: 'for ever' });
    assert.equal(wrong.status, 422);
    assert.equal(wrong.body.error.details[0].field, 'expiresIn');
  });
});
