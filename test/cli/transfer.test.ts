import assert from 'node:assert/strict';
import { closeSync, existsSync, ftruncateSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { long } from '../long.ts';
import { run } from '../process.ts';
import { installPacked, nodes } from '../sdk/package-tools.ts';
import { commandLine } from './tools.ts';

interface Received {
  readonly path: string;
  readonly method: string;
  readonly type: string;
  readonly bytes: number;
  /** The first bytes, which have the fields of a form. */
  readonly head: string;
}

/**
 * A server that speaks the paths of imports and exports as they are agreed, over real HTTP: the command must fit them,
 * whatever a server of this version has. It keeps no body, so that it takes files of any size.
 */
const received: Received[] = [];
let task: object[] = [];
let content = '';
let missing = false;
const server = http.createServer((request, response) => {
  let [bytes, head] = [0, ''];
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (head.length < 2000) head += chunk.toString('latin1', 0, 2000);
  });
  request.on('end', () => {
    const { url = '', method = '', headers } = request;
    received.push({ path: url, method, type: headers['content-type'] ?? '', bytes, head });
    if (missing)
      return void answer(response, 404, { error: { code: 'not_found', message: 'There is nothing.', details: [] } });
    if (/\/(content|rejected)$/.test(url))
      return void response.writeHead(200, { 'content-type': 'text/csv' }).end(content);
    answer(response, method === 'POST' ? 202 : 200, task.length > 1 ? task.shift() : task[0]);
  });
});
const answer = (response: http.ServerResponse, status: number, body: unknown) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
after(() => server.close());
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const atrium = await commandLine({ ATRIUM_URL: url, ATRIUM_API_KEY: 'key' });
const inFolder = (name: string) => path.join(atrium.folder, name);
const id = '01926b3e-0000-7000-8000-000000000000';

describe('atrium import', () => {
  it('sends the file and its settings, and waits for the result', async () => {
    writeFileSync(inFolder('contacts.csv'), 'E-Mail,Name\nada@example.com,Lovelace\nwrong,Babbage\n');
    received.length = 0;
    task = [
      { _id: id, status: 'pending' },
      { _id: id, status: 'running', total: 2, processed: 1 },
      { _id: id, status: 'completed', total: 2, processed: 2, created: 1, updated: 0, failed: 1 },
    ];
    content = 'reason,E-Mail\nnot an address,wrong\n';
    const { code, stdout, stderr } = await atrium.run([
      'import',
      'contacts.csv',
      '--model',
      'sales.contacts',
      '--mapping',
      'E-Mail=email,Name=lastName',
      '--mode',
      'upsert',
      '--match-by',
      'email',
      '--dry-run',
      '--delimiter',
      ',',
      '--create-missing',
      '--rejected',
      'rejected.csv',
    ]);
    assert.equal(code, 5, stderr);
    assert.equal(JSON.parse(stdout).created, 1);
    assert.match(stderr, /1 rows were rejected/);
    assert.equal(readFileSync(inFolder('rejected.csv'), 'utf8'), content);
    const paths = received.map(({ method, path: one }) => `${method} ${one}`);
    assert.deepEqual(paths, [
      'POST /api/data/imports',
      `GET /api/data/imports/${id}`,
      `GET /api/data/imports/${id}`,
      `GET /api/data/imports/${id}/rejected`,
    ]);
    const form = received[0]?.head ?? '';
    const part = (name: string) =>
      new RegExp(`name="${name}"[^\\r]*\\r\\n(?:[^\\r]+\\r\\n)*\\r\\n([^\\r]*)`).exec(form)?.[1];
    assert.deepEqual(['model', 'mode', 'matchBy', 'dryRun', 'mapping', 'options'].map(part), [
      'sales.contacts',
      'upsert',
      'email',
      'true',
      '{"E-Mail":"email","Name":"lastName"}',
      '{"delimiter":",","createMissing":true}',
    ]);
    assert.ok(form.indexOf('name="file"; filename="contacts.csv"') > form.indexOf('name="mode"'));
    assert.match(received[0]?.type ?? '', /^multipart\/form-data/);
  });

  it(
    'streams a file of any size from the disk',
    existsSync('/proc/self/status') ? long : { skip: 'needs /proc' },
    async () => {
      const size = 1_000_000_000;
      const file = openSync(inFolder('large.jsonl'), 'w');
      ftruncateSync(file, size);
      writeSync(file, '{"lastName":"First"}\n', 0);
      closeSync(file);
      received.length = 0;
      task = [{ _id: id, status: 'completed', total: 1, created: 1 }];
      const running = atrium.start('import', 'large.jsonl', '--model', 'sales.contacts');
      running.child.stdin?.end();
      let peak = 0;
      const timer = setInterval(() => {
        try {
          const status = readFileSync(`/proc/${running.child.pid}/status`, 'utf8');
          peak = Math.max(peak, Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0));
        } catch {
          // The process has ended.
        }
      }, 20);
      const { code, stderr } = await running.ended;
      clearInterval(timer);
      assert.equal(code, 0, stderr);
      assert.ok((received[0]?.bytes ?? 0) > size);
      assert.ok(peak > 10_000 && peak < 400_000, `${peak} kB of memory for a file of ${size} bytes`);
    },
  );

  it('says what is wrong before it sends anything, and what a server without imports lacks', async () => {
    received.length = 0;
    const codes = async (...words: string[]) => {
      const { code, stderr } = await atrium.run(['import', ...words]);
      return [code, stderr] as const;
    };
    const model = ['--model', 'sales.contacts'];
    assert.match((await codes('contacts.csv'))[1], /--model is missing/);
    assert.match((await codes('contacts.csv', ...model, '--mode', 'upsert'))[1], /needs --match-by/);
    assert.match(
      (await codes('contacts.csv', ...model, '--mode', 'replace'))[1],
      /--mode must be create, update, upsert/,
    );
    assert.match((await codes('contacts.pdf', ...model))[1], /must be \.csv, \.tsv, \.xlsx, \.jsonl or \.vcf/);
    assert.match((await codes('nothing.csv', ...model))[1], /nothing\.csv cannot be read/);
    assert.match((await codes('contacts.csv', ...model, '--mapping', 'Name'))[1], /must be Column=field/);
    assert.equal(received.length, 0);
    missing = true;
    const [code, message] = await codes('contacts.csv', ...model);
    missing = false;
    assert.equal(code, 4);
    assert.match(message, /has no imports \(POST \/api\/data\/imports is 404\): it needs a newer version/);
  });

  it('reports a failed import', async () => {
    task = [{ _id: id, status: 'failed', error: 'The file is not CSV.' }];
    const { code, stderr } = await atrium.run(['import', 'contacts.csv', '--model', 'sales.contacts']);
    assert.deepEqual([code, /The import is failed: The file is not CSV\./.test(stderr)], [1, true]);
  });
});

describe('atrium export', () => {
  it('stores the file that the server makes, or prints it', async () => {
    received.length = 0;
    task = [
      { _id: id, status: 'pending' },
      { _id: id, status: 'completed', total: 2 },
    ];
    content = 'name,email\nAda,ada@example.com\n';
    const filter = ['--filter', 'status=customer', '--fields', 'name,email'];
    await atrium.ok('export', 'sales.contacts', ...filter, '--out', 'customers.xlsx');
    assert.equal(readFileSync(inFolder('customers.xlsx'), 'utf8'), content);
    assert.ok(!existsSync(inFolder('customers.xlsx.part')));
    assert.deepEqual(JSON.parse(received[0]?.head ?? ''), {
      model: 'sales.contacts',
      format: 'xlsx',
      filter: { status: 'customer' },
      fields: ['name', 'email'],
    });
    task = [{ _id: id, status: 'completed', total: 2 }];
    assert.equal(await atrium.ok('export', 'sales.contacts', '--format', 'jsonl'), content);
    task = [{ _id: id, status: 'failed', error: 'The model is gone.' }];
    const failed = await atrium.run(['export', 'sales.contacts', '--out', 'never.csv']);
    assert.deepEqual([failed.code, existsSync(inFolder('never.csv'))], [1, false]);
  });
});

describe('the package of the command line', () => {
  it('is installed without a network, and runs as npx atrium on every Node that is here', async () => {
    const folder = inFolder('installed');
    installPacked('cli', folder);
    const command = path.join(folder, 'node_modules/.bin/atrium');
    task = [{ data: [], meta: { page: 1, total: 0 } } as object];
    for (const [version, node] of nodes()) {
      const env = { ...atrium.env, PATH: `${path.dirname(node)}${path.delimiter}${process.env.PATH}` };
      const { stdout, stderr } = await run(node, [command, 'list', 'sales.contacts'], { cwd: folder, env });
      assert.deepEqual([JSON.parse(stdout).data, stderr], [[], ''], version);
      writeFileSync(inFolder('small.csv'), 'Name\nAda\n');
      const before = received.length;
      const imported = await run(node, [command, 'import', '../small.csv', '--model', 'sales.contacts', '--no-wait'], {
        cwd: folder,
        env,
      });
      assert.equal(imported.stderr, 'Uploading ../small.csv\n', version);
      assert.equal(received.length, before + 1);
    }
    const { stdout } = await run('npx', ['--offline', 'atrium', '--version'], { cwd: folder, env: atrium.env });
    assert.match(stdout, /^\d+\.\d+\.\d+\n$/);
  });
});
