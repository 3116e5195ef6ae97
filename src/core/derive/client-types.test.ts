import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { promisify } from 'node:util';
import openapiTS, { astToString } from 'openapi-typescript';
import { appForFile, type Json } from '#test/harness.ts';
import { long } from '#test/long.ts';

const { admin, anonymous, url } = await appForFile();
const run = promisify(execFile);
const folder = mkdtempSync(path.join(os.tmpdir(), 'atrium-client-types-'));
writeFileSync(path.join(folder, 'package.json'), '{"type":"module"}');
after(() => rmSync(folder, { recursive: true, force: true }));

/** Generates the types of one module's document with the default options of openapi-typescript. */
async function generate(moduleKey: string): Promise<void> {
  const { body } = await anonymous.get(`/openapi/${moduleKey}.json`);
  writeFileSync(path.join(folder, `${moduleKey}.ts`), astToString(await openapiTS(body)));
}

/** Returns the errors of the compiler in strict mode; empty when the program compiles. */
async function compile(name: string, program: string): Promise<string> {
  const file = path.join(folder, name);
  writeFileSync(file, program);
  const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
  const options = '--noEmit --strict --exactOptionalPropertyTypes --target es2024 --module nodenext --skipLibCheck';
  const types = path.join(import.meta.dirname, '../../../node_modules/@types');
  const args = [...options.split(' '), '--allowImportingTsExtensions', '--typeRoots', types, '--types', 'node', file];
  try {
    await run(process.execPath, [tsc, ...args]);
    return '';
  } catch (error) {
    return String((error as { stdout?: string }).stdout);
  }
}

const salesProgram = `
import type { components, paths } from './sales.ts';

type Schemas = components['schemas'];
type Contacts = paths['/api/sales/contacts'];
type ListQuery = NonNullable<Contacts['get']['parameters']['query']>;

async function call<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
  const response = await fetch(process.env.URL + path, {
    method,
    headers: { authorization: 'Bearer ' + process.env.TOKEN, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(await response.text());
  return (await response.json()) as Answer;
}

const newAccount: Schemas['AccountInput'] = { name: 'Analytical Engines' };
const account = await call<Schemas['Account']>('POST', '/api/sales/accounts', newAccount);

// The type requires only the required fields: fields with a default may be omitted.
const newContact: Contacts['post']['requestBody']['content']['application/json'] = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'ada@example.com',
  accountId: account._id,
};
const contact = await call<Contacts['post']['responses']['201']['content']['application/json']>(
  'POST',
  '/api/sales/contacts',
  newContact,
);
const first: string | null = contact.firstName;
const tags: string[] | null = contact.tags;

const change: Schemas['ContactPatch'] = { title: 'Countess', phone: null };
const changed = await call<Schemas['Contact']>('PATCH', '/api/sales/contacts/' + contact._id, change);
const version: number = changed.version;

const query: ListQuery = { page: 1, limit: 50, include: 'accountId', count: 'exact', filter: { firstName: 'Ada' } };
const text = new URLSearchParams({ page: String(query.page), include: query.include ?? '' });
const list = await call<Schemas['ContactList']>('GET', '/api/sales/contacts?' + text);
const owner = list.included?.[contact.accountId ?? ''] as Schemas['Account'];
const one = await call<Schemas['ContactWithIncluded']>('GET', '/api/sales/contacts/' + contact._id + '?include=accountId');
const sameOwner = one.included?.[one.accountId ?? ''] as Schemas['Account'] | undefined;

const bulk: paths['/api/sales/contacts/bulk']['post']['requestBody']['content']['application/json'] = {
  operations: [{ op: 'update', _id: contact._id, record: { title: 'Analyst' } }],
};
const { results } = await call<
  paths['/api/sales/contacts/bulk']['post']['responses']['200']['content']['application/json']
>('POST', '/api/sales/contacts/bulk', bulk);
const problem: string | undefined = results[0]?.error?.message;

// @ts-expect-error A required field is missing.
const unnamed: Schemas['AccountInput'] = {};
// @ts-expect-error There is no such field.
const misspelt: Schemas['ContactPatch'] = { emial: 'ada@example.com' };
// @ts-expect-error Fields that the platform writes are in no input.
const written: Schemas['ContactInput'] = { firstName: 'Ada', version: 2 };
// @ts-expect-error A page is a number.
const wrongPage: ListQuery = { page: '1' };

console.log(
  JSON.stringify({ first, tags, version, owner: owner.name, same: sameOwner?.name, total: list.meta.total, problem }),
);
export { misspelt, unnamed, written, wrongPage };
`;

const pagesProgram = `
import type { paths as Data } from './data.ts';
import type { paths as Identity } from './identity.ts';
import type { paths as Integrations } from './integrations.ts';

type Query<Path extends { get: { parameters: { query?: unknown } } }> = NonNullable<Path['get']['parameters']['query']>;

const changes: Query<Data['/api/data/changes']> = { limit: 10 };
const models: Query<Data['/api/data/models']> = { page: 1, limit: 10 };
const trash: Query<Data['/api/data/trash']> = { page: 1, limit: 10 };
const jobs: Query<Data['/api/data/jobs']> = { page: 1, limit: 10 };
const types: Query<Integrations['/api/integrations/event-types']> = { page: 1, limit: 10 };
const deliveries: Query<Integrations['/api/integrations/webhooks/{id}/deliveries']> = { page: 1, limit: 10 };
const events: Query<Identity['/api/identity/security-events']> = { page: 1, limit: 10 };
const users: Query<Identity['/api/identity/users/search']> = { limit: 10 };
const total = (answer: Data['/api/data/models']['get']['responses']['200']['content']['application/json']): number =>
  answer.meta.total;
export { changes, deliveries, events, jobs, models, total, trash, types, users };
`;

describe('types generated from the OpenAPI document of a module', long, () => {
  it('let a program create, list with include, and patch', async () => {
    await generate('sales');
    assert.equal(await compile('sales-program.ts', salesProgram), '');
    const env = { ...process.env, URL: url, TOKEN: admin.token ?? '' };
    const { stdout } = await run(process.execPath, [path.join(folder, 'sales-program.ts')], { env });
    assert.deepEqual(JSON.parse(stdout), {
      first: 'Ada',
      tags: null,
      version: 2,
      owner: 'Analytical Engines',
      same: 'Analytical Engines',
      total: 1,
    });
  });

  it('have numbers for page, limit and total', async () => {
    for (const moduleKey of ['data', 'identity', 'integrations']) await generate(moduleKey);
    assert.equal(await compile('pages-program.ts', pagesProgram), '');
  });
});

describe('the schemas of request and response bodies', () => {
  const objectsOf = function* (node: Json, at = '#'): Generator<[string, Json]> {
    if (node === null || typeof node !== 'object') return;
    yield [at, node];
    for (const [key, value] of Object.entries(node)) if (key !== 'example') yield* objectsOf(value, `${at}/${key}`);
  };

  it('have no default, which generators turn into a required field, and no object without members', async () => {
    const { body } = await anonymous.get('/openapi.json');
    const bodies = [...objectsOf(body)].filter(([at]) => !at.includes('/parameters'));
    const isSchema = ([, node]: [string, Json]) => node.type !== undefined && typeof node.type !== 'object';
    assert.deepEqual(
      bodies.filter((entry) => isSchema(entry) && Object.hasOwn(entry[1], 'default')).map(([at]) => at),
      [],
    );
    const members = ['properties', 'additionalProperties', 'patternProperties'];
    const closed = (node: Json) => members.every((key) => node[key] === undefined);
    assert.deepEqual(
      bodies.filter(([, node]) => node.type === 'object' && closed(node)).map(([at]) => at),
      [],
    );
  });
});

describe('page and limit of an action', () => {
  it('are whole numbers within their bounds', async () => {
    for (const [path, key, max] of [
      ['/api/data/models', 'limit', 200],
      ['/api/data/changes', 'limit', 1000],
      ['/api/data/jobs', 'limit', 200],
      ['/api/data/trash', 'page', 1_000_000_000],
      ['/api/identity/security-events', 'limit', 200],
      ['/api/identity/users/search', 'limit', 200],
      ['/api/integrations/event-types', 'limit', 1000],
    ] as const) {
      assert.equal((await admin.get(`${path}?${key}=2`)).status, 200, path);
      for (const wrong of ['0', '1.5', 'x', '', String(max + 1)]) {
        const { status, body } = await admin.get(`${path}?${key}=${wrong}`);
        assert.equal(status, 400, `${path}?${key}=${wrong}`);
        assert.equal(body.error.details[0].field, key);
        assert.match(body.error.message, new RegExp(`^${key}: must be a whole number from 1 to ${max}`));
      }
    }
  });
});
