import assert from 'node:assert/strict';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { describe, it } from 'node:test';
import { adminPassword } from '#test/cluster.ts';
import { Client, type Json } from '#test/harness.ts';
import { assertStops, Home, type ServerProcess, until } from '#test/process.ts';
import { filesCleaning } from '../../modules/data/jobs/files-cleaning.ts';

const sha256 = (content: Uint8Array) => createHash('sha256').update(content).digest('hex');
const uploadPath = '/api/communications/file-upload';

/** Clients that upload files of random size until the server dies. They record which uploads were answered. */
class Uploaders {
  readonly answered = new Map<string, string>();
  readonly sent = new Map<string, string>();
  readonly #work: Promise<unknown>;

  constructor({ url, token }: Client, clients = 4) {
    this.#work = Promise.all(Array.from({ length: clients }, (_, n) => this.#upload(url, token, `client ${n}`)));
  }

  async #upload(url: string, token: string | undefined, client: string): Promise<void> {
    for (let n = 0; ; n += 1) {
      const content = randomBytes(1 + Math.floor(Math.random() * 400_000));
      const name = `${client} file ${n}`;
      this.sent.set(name, sha256(content));
      const form = new FormData();
      form.append('file', new Blob([content]), name);
      const headers = { authorization: `Bearer ${token}` };
      const reply = await fetch(`${url}${uploadPath}`, { method: 'POST', headers, body: form }).catch(() => undefined);
      const body = (await reply?.json().catch(() => undefined)) as Json;
      if (!reply || !body) return;
      assert.equal(reply.status, 201, JSON.stringify(body));
      this.answered.set(body.files[0]._id, body.files[0].sha256);
    }
  }

  end(): Promise<unknown> {
    return this.#work;
  }
}

/** Starts uploads that stall in the middle of a file. */
function beginHalves({ url, token }: Client, count: number): net.Socket[] {
  const { hostname, port } = new URL(url);
  return Array.from({ length: count }, (_, n) => {
    const socket = net.connect(Number(port), hostname).on('error', () => {});
    socket.write(
      `POST ${uploadPath} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\ncontent-type: multipart/form-data; boundary=b\r\n` +
        `content-length: 9000000\r\n\r\n--b\r\ncontent-disposition: form-data; name="file"; filename="half ${n}"\r\n\r\n`,
    );
    socket.write(randomBytes(3_000_000));
    return socket;
  });
}

const filesIn = (folder: string): string[] =>
  fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));

/** Downloads every visible file and checks its content against its record. Returns the hashes by id. */
async function downloadAll(client: Client): Promise<Map<string, { name: string; sha256: string }>> {
  const found = new Map<string, { name: string; sha256: string }>();
  for (let page = 1; ; page += 1) {
    const { body } = await client.get(`/api/data/storedFiles?limit=100&page=${page}`);
    for (const record of body.data) {
      const reply = await fetch(`${client.url}${record.url}`, {
        headers: { authorization: `Bearer ${client.token}` },
      });
      assert.equal(reply.status, 200, record.name);
      const content = Buffer.from(await reply.arrayBuffer());
      assert.equal(sha256(content), record.sha256, record.name);
      assert.equal(content.length, record.size, record.name);
      found.set(record._id, { name: record.name, sha256: record.sha256 });
    }
    if (!body.meta.hasMore) return found;
  }
}

/** Runs the cleaning job as if a day had passed. */
async function cleanAfterADay(home: Home): Promise<void> {
  await home.sql(`update file_uploads set started_at = started_at - interval '25 hours'`);
  const id = randomUUID();
  await home.sql(
    `insert into jobs (tenant_id, id, name, input, key, run_at, retry_limit, retry_seconds, retry_backoff)
     select id, $1, $2, '{}', id || ':clock', now(), 0, 1, false from tenants where account_key = 'default'`,
    [id, filesCleaning.name],
  );
  const state = async () => (await home.sql('select state from jobs where id = $1', [id]))[0]?.state;
  await until('the cleaning job to end', async () => !['queued', 'running'].includes(await state()));
  assert.equal(await state(), 'completed');
}

describe('kill -9 during uploads', () => {
  it('shows no half file, keeps every answered one, and cleaning removes the rest', async () => {
    await using home = await Home.prepared();
    let server: ServerProcess = await home.start();
    const { token } = await server.signIn(adminPassword);
    const folder = path.join(home.dataDir, 'files');
    const halves = 5;
    const sockets = beginHalves(new Client(server.url, token), halves);
    const uploaders = new Uploaders(new Client(server.url, token));
    // A complete file may be renamed at any moment.
    const sizeOf = (name: string) => fs.statSync(path.join(folder, name), { throwIfNoEntry: false })?.size ?? 0;
    const large = () => filesIn(folder).filter((name) => name.endsWith('.part') && sizeOf(name) > 1_000_000);
    await until('halves of files', () => fs.existsSync(folder) && large().length === halves);
    await until('answers', () => uploaders.answered.size >= 30);
    await server.stop('SIGKILL');
    await uploaders.end();
    for (const socket of sockets) socket.destroy();
    assert.equal(large().length, halves);

    server = await home.start();
    const client = new Client(server.url, token);
    const visible = await downloadAll(client);
    for (const [id, hash] of uploaders.answered) assert.equal(visible.get(id)?.sha256, hash);
    for (const { name, sha256: hash } of visible.values()) assert.equal(uploaders.sent.get(name), hash, name);

    await cleanAfterADay(home);
    assert.deepEqual(await home.sql('select 1 from file_uploads'), []);
    const contents = await home.sql<{ key: string }>('select storage_key as key from file_contents');
    assert.deepEqual(filesIn(folder).sort(), contents.map(({ key }) => key).sort());
    const [usage] = await home.sql(
      `select bytes::int, (select sum(size) from file_contents)::int as sum from file_usage`,
    );
    assert.equal(usage?.bytes, usage?.sum);
    assert.deepEqual(await downloadAll(client), visible);
    await assertStops(home, server);
  });
});
