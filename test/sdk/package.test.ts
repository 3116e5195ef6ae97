import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { generateTypes } from '../../packages/cli/src/types/generate.ts';
import { needsBrowser, openBrowser } from '../browser.ts';
import { adminEmail, adminPassword } from '../cluster.ts';
import { appForFile } from '../harness.ts';
import { run, until } from '../process.ts';
import { receiverForFile } from '../receiver.ts';
import { quick, WebhookTools } from '../webhook-tools.ts';
import { copyExamples, emptyProject, installPacked, nodes, root } from './package-tools.ts';
import { apiKeyOf } from './tools.ts';

const app = await appForFile({ ...quick, CORS_ORIGINS: '*' });
const receiver = await receiverForFile();
const folder = emptyProject();
installPacked('sdk', folder);
copyExamples(folder);
const built = path.join(folder, 'node_modules/atrium-sdk/dist/index.js');
const maxBytes = 12 * 1024;

describe('the package of the SDK', () => {
  it(`has at most ${maxBytes} bytes as it is sent, compressed`, () => {
    const { length } = gzipSync(readFileSync(built), { level: 9 });
    assert.ok(length <= maxBytes, `${length} bytes`);
    assert.ok(length > 2000);
  });

  it('contains what is needed and nothing else, at the version of the repository', () => {
    const installed = path.dirname(path.dirname(built));
    assert.deepEqual(readdirSync(installed).sort(), ['LICENSE', 'README.md', 'dist', 'package.json']);
    const { version, dependencies, license } = JSON.parse(readFileSync(path.join(installed, 'package.json'), 'utf8'));
    const own = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
    assert.deepEqual([version, license, dependencies], [own.version, own.license, undefined]);
    assert.ok(
      !readdirSync(path.join(installed, 'dist')).some((file) => file.endsWith('.ts') && !file.endsWith('.d.ts')),
    );
  });

  for (const [version, node] of nodes()) {
    it(`runs its examples on Node ${version}`, async () => {
      const admin = await app.tenant();
      const env = { ATRIUM_URL: app.url, ATRIUM_API_KEY: await apiKeyOf(admin) };
      const { stdout, stderr } = await run(node, ['quickstart.mjs'], { cwd: folder, env });
      assert.deepEqual(stdout.trim().split('\n'), [
        '1 deal: Analytical engine, 12500.5',
        'customer: Ada Lovelace',
        '422 validation_failed: emial',
      ]);
      assert.equal(stderr, '');
      const cursor = `cursor-${version}.txt`;
      const follow = async (last: string) => {
        const child = spawn(node, ['follow-changes.mjs', cursor], { cwd: folder, env });
        let output = '';
        child.stdout.on('data', (chunk: Buffer) => {
          output += chunk;
        });
        await until(last, () => output.includes(last));
        child.kill('SIGINT');
        await new Promise((resolve) => child.once('exit', resolve));
        return output;
      };
      assert.equal(await follow('contact.updated'), 'contact.created Ada Lovelace\ncontact.updated Ada Lovelace\n');
      await admin.create('/api/sales/contacts', { lastName: 'Babbage' });
      assert.equal(await follow('Babbage'), 'contact.created Babbage\n');
    });

    it(`verifies webhooks on Node ${version}`, async () => {
      const tools = new WebhookTools(app, receiver);
      const client = await app.tenant();
      const webhook = await tools.register(['contact.created'], {}, client);
      const env = { PORT: '0', ATRIUM_WEBHOOK_SECRET: webhook.secret };
      const child = spawn(node, ['webhook-receiver.mjs'], { cwd: folder, env });
      after(() => child.kill());
      let output = '';
      child.stdout.on('data', (chunk: Buffer) => {
        output += chunk;
      });
      const [, port = ''] = await until('the receiver', () => /listening on (\d+)\n/.exec(output) ?? undefined);
      const url = `http://127.0.0.1:${port}/`;
      assert.equal((await client.patch(`/api/integrations/webhooks/${webhook._id}`, { url })).status, 200);
      const { _id } = await client.create('/api/sales/contacts', { lastName: 'Signed' });
      await until('the delivery', () => output.includes(`contact.created ${_id}\n`));
      const forged = await fetch(url, { method: 'POST', body: '{}', headers: { 'x-platform-signature': 'sha256=00' } });
      assert.equal(forged.status, 400);
      await until('the refusal', () => output.includes('refused: wrong_signature\n'));
    });
  }

  it('runs in a page of another origin, with live changes', needsBrowser, async () => {
    const files: Readonly<Record<string, [string, string]>> = {
      '/': [path.join(folder, 'browser.html'), 'text/html'],
      '/index.js': [built, 'text/javascript'],
    };
    const site = http.createServer((request, response) => {
      const [file, type] = files[new URL(request.url ?? '/', 'http://x').pathname] ?? [];
      if (file === undefined) response.writeHead(404).end();
      else response.writeHead(200, { 'content-type': type }).end(readFileSync(file));
    });
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
    after(() => site.close());
    await app.admin.create('/api/sales/contacts', { lastName: 'Ångström' });
    const page = await (await openBrowser()).newPage();
    const errors: string[] = [];
    page.on('pageerror', ({ message }) => errors.push(message));
    const hash = new URLSearchParams({ url: app.url, email: adminEmail, password: adminPassword });
    await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/#${hash}`);
    const texts = async () => page.locator('li').allTextContents();
    await until('the list', async () => errors.length > 0 || (await page.title()) === 'Loaded');
    assert.deepEqual(errors, []);
    assert.deepEqual(await texts(), ['Ångström']);
    await until('a live change', async () => {
      await app.admin.create('/api/sales/contacts', { lastName: 'Live' });
      return (await texts()).includes('Live');
    });
    await page.close();
  });
});

describe('types for a tenant', () => {
  it('compile where a program fits the models, and nowhere else', async () => {
    const admin = await app.tenant();
    for (const field of [
      { key: 'favouriteNumber', type: 'integer' },
      { key: 'pin', type: 'secret' },
      { key: 'half', type: 'formula', formula: 'favouriteNumber / 2', resultType: 'number' },
    ])
      assert.equal((await admin.post('/api/data/models/sales/contacts/fields', field)).status, 201);
    const fields = [
      { key: 'title', type: 'text', required: true },
      { key: 'severity', type: 'choice', options: ['low', 'high'], strict: true },
    ];
    const made = await admin.post('/api/data/models', { moduleKey: 'support', slug: 'incidents', fields });
    assert.equal(made.status, 201, made.text);
    const models = (await admin.get('/api/data/models')).body.data;
    writeFileSync(path.join(folder, 'atrium-models.d.ts'), generateTypes(models, app.url));
    writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify(compilerOptions));
    writeFileSync(path.join(folder, 'right.ts'), `${head}\n${right.join('\n')}\n`);
    writeFileSync(path.join(folder, 'wrong.ts'), `${head}\n${wrong.join('\n')}\n`);
    writeFileSync(path.join(folder, 'untyped.ts'), untyped);
    const tsc = path.join(root, 'node_modules/typescript/bin/tsc');
    const { stdout } = await run(process.execPath, [tsc, '-p', '.'], { cwd: folder }).catch((error) => error);
    const errors = [...String(stdout).matchAll(/^(\w+\.ts)\((\d+),\d+\): (.*)$/gm)];
    assert.deepEqual(
      errors.filter(([, file]) => file !== 'wrong.ts').map(([line]) => line),
      [],
    );
    const lines = new Set(errors.map(([, , line]) => Number(line)));
    for (const [n, text] of wrong.entries()) assert.ok(lines.has(n + headLines + 1), `compiles: ${text}`);
  });
});

const compilerOptions = {
  compilerOptions: {
    target: 'es2022',
    module: 'nodenext',
    lib: ['es2022', 'dom'],
    types: [],
    strict: true,
    noEmit: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
  },
  include: ['*.ts'],
};

const head = `import { Atrium } from 'atrium-sdk';
import type { AtriumModels } from './atrium-models.js';
const client = new Atrium<AtriumModels>({ url: 'https://crm.example.com', apiKey: 'key' });
const { contacts, opportunities } = client.sales;
`;
const headLines = head.split('\n').length;

const right = [
  `const made = await contacts.create({ lastName: 'Ada', favouriteNumber: 1729, pin: '1234', tags: ['vip'] });`,
  `const half: number | null = made.half; const isSet: boolean | undefined = made.pin?.set; const id: string = made._id;`,
  `await contacts.update(made._id, { favouriteNumber: null }, { ifVersion: made.version });`,
  `const page = await contacts.list({ filter: { favouriteNumber: { gt: 1 }, status: 'customer', email: { null: false }, 'accountId.name': 'x' }, sort: ['-favouriteNumber', 'name'], fields: ['name'] });`,
  `const name: string | null | undefined = page.data[0]?.name;`,
  `await contacts.list({ filter: { or: [{ title: null }, { not: { tags: 'vip' } }], createdAt: { gt: new Date() } } });`,
  `for await (const { value, stage } of opportunities.all({ fields: ['value', 'stage'] })) { const amount: number | null = value; const text: string | null = stage; }`,
  `const incident = await client.support.incidents.create({ title: 'Fire', severity: 'high' });`,
  `const severity: 'low' | 'high' | null = incident.severity;`,
  `await contacts.bulk([{ op: 'upsert', by: 'email', record: { email: 'a@example.com' } }, { op: 'delete', _id: made._id }]);`,
  `const rows = await opportunities.aggregate({ groupBy: ['stage', 'closeDate:month'], sum: 'value', count: true });`,
  `for await (const change of client.changes({ model: 'contact' })) { const type: string = change.type; }`,
];

const wrong = [
  `await contacts.create({ lastName: 'Ada', favouriteNumber: 'many' });`,
  `await contacts.create({ emial: 'ada@example.com' });`,
  `await contacts.create({ lastName: 'Ada', half: 2 });`,
  `await contacts.update('id', { version: 3 });`,
  `await contacts.list({ filter: { shoeSize: 42 } });`,
  `await contacts.list({ filter: { favouriteNumber: { gt: 'x' } } });`,
  `await contacts.list({ sort: 'shoeSize' });`,
  `await contacts.list({ fields: ['shoeSize'] });`,
  `const { email } = (await contacts.list({ fields: ['name'] })).data[0]!;`,
  `await client.support.incidents.create({ severity: 'high' });`,
  `await client.support.incidents.create({ title: 'Fire', severity: 'medium' });`,
  `await client.support.accidents.list();`,
  `const n: number = (await contacts.get('id')).favouriteNumber;`,
  `await contacts.bulk([{ op: 'upsert', by: 'shoeSize', record: {} }]);`,
];

const untyped = `import { Atrium } from 'atrium-sdk';
const client = new Atrium({ url: 'https://crm.example.com', token: 'token' });
const contact = await client.sales.contacts.create({ lastName: 'Ada', anything: 1 });
const title: unknown = contact.title;
await client.sales.contacts.list({ filter: { anything: { gte: 1 }, or: [{ title: null }] }, sort: '-createdAt' });
await client.model('support.incidents').list();
// @ts-expect-error: there is no such model.
await client.sales.nothings.list();
`;
