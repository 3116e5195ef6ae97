import assert from 'node:assert/strict';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { readFilters } from '../../packages/cli/src/filters.ts';
import { table } from '../../packages/cli/src/output/table.ts';
import { Atrium } from '../../packages/sdk/src/index.ts';
import { adminEmail, adminPassword } from '../cluster.ts';
import { appForFile } from '../harness.ts';
import { freePort, until } from '../process.ts';
import { apiKeyOf } from '../sdk/tools.ts';
import { commandLine, type Outcome } from './tools.ts';

const app = await appForFile();
const admin = await app.tenant();
const key = await apiKeyOf(admin);
const atrium = await commandLine({ ATRIUM_URL: app.url, ATRIUM_API_KEY: key });
const model = 'sales.contacts';

const refused = ({ code, stdout, stderr }: Outcome, expected: number, message: RegExp) => {
  assert.equal(code, expected, stderr);
  assert.match(stderr, message);
  assert.equal(stdout, '');
};

describe('records on the command line', () => {
  it('are created, read, listed, updated and deleted', async () => {
    const made = JSON.parse(
      await atrium.ok('create', model, 'firstName=Ada', 'lastName=Lovelace', 'score:=12.5', 'tags:=["vip"]'),
    );
    assert.deepEqual([made.name, made.score, made.tags], ['Ada Lovelace', 12.5, ['vip']]);
    assert.deepEqual(JSON.parse(await atrium.ok('get', 'contacts', made._id, '--fields', 'name')), {
      _id: made._id,
      name: 'Ada Lovelace',
    });
    const update = ['update', model, made._id, 'title=Countess', 'tags:=null', '--if-version', '1'];
    assert.equal(JSON.parse(await atrium.ok(...update)).version, 2);
    refused(await atrium.run(update), 6, /at version 2.*\n.*read it again/s);
    const { data, meta } = JSON.parse(
      await atrium.ok(
        'list',
        model,
        '--filter',
        'score>=12',
        '--filter',
        'name~LOVE',
        '--sort',
        '-createdAt',
        '--fields',
        'title',
      ),
    );
    assert.deepEqual([data, meta.total], [[{ _id: made._id, title: 'Countess' }], 1]);
    await atrium.ok('delete', model, made._id, '--dry-run');
    await atrium.ok('delete', 'contact', made._id);
    refused(await atrium.run(['get', model, made._id]), 4, /atrium get: /);
    const types = (await app.events(made._id)).map(({ type }) => type);
    assert.deepEqual(types, ['contact.created', 'contact.updated', 'contact.deleted']);
  });

  it('are read from standard input: one, a list, JSON Lines, and an error names the record', async () => {
    const one = await atrium.run(['create', model], '{"lastName":"One"}');
    assert.equal(JSON.parse(one.stdout).lastName, 'One');
    const two = await atrium.run(['create', model], '[{"lastName":"Two"},{"lastName":"Three"}]');
    assert.deepEqual(
      two.stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).lastName),
      ['Two', 'Three'],
    );
    const bad = await atrium.run(['create', model], '{"lastName":"Four"}\n{"emial":"x"}\n{"lastName":"Never"}\n');
    assert.deepEqual([bad.code, JSON.parse(bad.stdout).lastName], [5, 'Four']);
    assert.match(bad.stderr, /Record 2: .*emial/s);
    refused(await atrium.run(['create', model], 'lastName=x'), 2, /not valid JSON/);
    const number = await atrium.run(['create', model, 'lastName=X', 'score=12']);
    refused(number, 5, /score.*:=/s);
  });

  it('are printed as JSON Lines with --all, in a pipe that ends early, too', async () => {
    const operations = Array.from({ length: 300 }, (_, n) => ({
      op: 'create',
      record: { lastName: `P${n}`, department: 'all' },
    }));
    assert.equal((await admin.post('/api/sales/contacts/bulk', { operations })).status, 200);
    const text = await atrium.ok('list', model, '--filter', 'department=all', '--all', '--fields', 'lastName');
    assert.equal(
      new Set(
        text
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line).lastName),
      ).size,
      300,
    );
    const running = atrium.start('list', model, '--filter', 'department=all', '--all');
    running.child.stdout?.once('data', () => running.child.stdout?.destroy());
    const { code, stderr } = await running.ended;
    assert.deepEqual([code, stderr], [0, '']);
  });

  it('take conditions in every form', async () => {
    await atrium.ok('create', model, 'lastName=Filtered', 'department=filters', 'score:=5');
    const contacts = new Atrium({ url: app.url, apiKey: key }).sales.contacts;
    // Read in this process, because each command takes half a second of processor time.
    const count = (...filters: string[]) =>
      contacts.count({ filter: readFilters(['department=filters', ...filters]) as never });
    for (const filter of [
      'score=5',
      'score!=4',
      'score>4',
      'score<=5',
      'score[in]=4,5',
      'score[between]=1,9',
      'title[null]=true',
      'lastName^=fil',
      'lastName$=red',
      'createdAt[between]=today',
      '{"or":[{"score":9},{"lastName":"Filtered"}]}',
    ])
      assert.equal(await count(filter), 1, filter);
    assert.equal(await count('score>5'), 0);
    refused(await atrium.run(['list', model, '--filter', 'score']), 2, /must be like status=customer/);
    assert.throws(() => readFilters(['score[near]=5']), /\[near\] must be one of/);
    refused(await atrium.run(['list', model, '--filter', 'shoeSize=5']), 5, /shoeSize/);
  });
});

describe('the command line', () => {
  it('has help for everything, and says what is wrong with a command', async () => {
    const help = await atrium.ok('--help');
    const names = [
      'login',
      'models',
      'list',
      'get',
      'create',
      'update',
      'delete',
      'import',
      'export',
      'tail',
      'listen',
      'types',
    ];
    for (const name of names) {
      assert.match(help, new RegExp(`^  ${name} `, 'm'));
      const own = await atrium.ok(name, '--help');
      assert.ok(own.includes(`atrium ${name} `) && own.includes('--url'), name);
    }
    assert.equal((await atrium.ok('--version')).trim(), JSON.parse(readFileSync('package.json', 'utf8')).version);
    refused(await atrium.run(['lsit']), 2, /there is no command lsit\nHelp: atrium --help/);
    refused(await atrium.run(['list']), 2, /<model> is missing\nHelp: atrium list --help/);
    refused(await atrium.run(['list', model, '--sorted', 'a']), 2, /--sorted/);
    refused(await atrium.run(['list', model, '--limit', 'ten']), 2, /--limit must be a whole number/);
    refused(await atrium.run(['list', model, 'extra']), 2, /"extra" is one word too many/);
    refused(await atrium.run(['list', 'contcats']), 4, /contcats is not a model.* Do you mean sales\.contact/);
  });

  it('tells unreachable, not signed in and forbidden apart', async () => {
    const port = await freePort();
    refused(
      await atrium.run(['list', model, '--url', `http://127.0.0.1:${port}`, '--api-key', 'x']),
      7,
      /could not be reached.*\n.*atrium login/s,
    );
    refused(await atrium.run(['list', model, '--api-key', 'wrong']), 3, /atrium login/);
    const reader = await apiKeyOf(admin, ['sales:read']);
    refused(await atrium.run(['create', model, 'lastName=No', '--api-key', reader]), 3, /sales:write/);
    const empty = await commandLine();
    refused(await empty.run(['list', model]), 3, /You are not signed in. Run: atrium login/);
  });

  it('stores a sign-in for its user only, and sends a key to no other server', async () => {
    const stored = await commandLine();
    const login = await stored.run(['login', '--url', `${app.url}/`, '--api-key', '-'], `${key}\n`);
    assert.equal(login.code, 0, login.stderr);
    assert.match(login.stderr, /Signed in to http.* as admin@/);
    assert.ok(!`${login.stderr}${login.stdout}`.includes(key));
    const file = path.join(stored.env.ATRIUM_CONFIG_DIR ?? '', 'config.json');
    assert.equal(statSync(file).mode & 0o777, 0o600);
    assert.equal(statSync(path.dirname(file)).mode & 0o777, 0o700);
    assert.ok(JSON.parse(await stored.ok('list', model)).data);
    refused(
      await stored.run(['list', model, '--url', `http://127.0.0.1:${await freePort()}`]),
      3,
      /There is no key for http/,
    );
    const words = ['login', '--url', app.url, '--email', adminEmail, '--password-stdin', '--profile', 'people'];
    const byPassword = await stored.run(words, `${adminPassword}\n`);
    assert.equal(byPassword.code, 0, byPassword.stderr);
    assert.ok(JSON.parse(await stored.ok('list', model, '--profile', 'people')).data);
    refused(await stored.run(words, 'wrong password here\n'), 3, /password/);
    await stored.ok('login', '--remove');
    refused(await stored.run(['list', model]), 3, /not signed in/);
    assert.ok(JSON.parse(await stored.ok('models', '--profile', 'people')).length > 100);
    writeFileSync(file, '{');
    refused(await stored.run(['models']), 1, /cannot be read/);
  });

  it('lists models and fields, and writes types', async () => {
    const { fields } = JSON.parse(await atrium.ok('models', 'contact'));
    assert.ok(fields.some((field: { key: string }) => field.key === 'lastName'));
    const types = await atrium.ok('types');
    assert.match(types, /export interface ContactInput \{/);
    await atrium.ok('types', '--out', 'models.d.ts');
    assert.equal(readFileSync(path.join(atrium.folder, 'models.d.ts'), 'utf8'), types);
  });

  it('prints changes as they happen, until it is interrupted', async () => {
    const running = atrium.start('tail', '--model', 'contact', '--type', 'contact.created', '--since', 'beginning');
    await admin.create('/api/sales/contacts', { lastName: 'Tailed' });
    await until('the change', () => running.lines.some((line) => JSON.parse(line).record.lastName === 'Tailed'));
    assert.ok(running.lines.every((line) => JSON.parse(line).type === 'contact.created'));
    running.child.kill('SIGINT');
    assert.deepEqual([(await running.ended).code, running.stderr], [0, '']);
  });
});

describe('a table', () => {
  it('is aligned, as wide as the terminal, and free of control characters', () => {
    const rows = [
      { _id: '1', name: 'Ada\u001b[31m\u0007\nLovelace', score: 5, other: 'x'.repeat(60) },
      { _id: '22', name: null, score: 1000, other: ['a', 'b'] },
    ];
    const [head, first, second] = table(rows, ['_id', 'name', 'score', 'other'], 80).split('\n');
    assert.equal(head, '_id  name                score  other');
    assert.equal(first, `1    Ada\ufffd[31m\ufffd Lovelace      5  ${'x'.repeat(39)}…`);
    assert.equal(second, `22${' '.repeat(24)}1000  a, b`);
    assert.equal(table(rows, ['_id', 'name', 'score', 'other'], 32).split('\n')[0], '_id  name                score');
  });
});
