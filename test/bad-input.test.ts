import assert from 'node:assert/strict';
import http from 'node:http';
import net from 'node:net';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import type { Field } from '#core/fields/field.ts';
import type { Model } from '#core/models/model.ts';
import { newId } from '#lib/ids.ts';
import { refused, requestRows } from './expect.ts';
import { runsOf } from './faults/scale.ts';
import { appForFile, type Json, type Reply } from './harness.ts';

const { admin, anonymous, app, url, sql } = await appForFile();
const port = Number(new URL(url).port);

const contacts = '/api/sales/contacts';
const opportunities = '/api/sales/opportunities';
const settings = '/api/ui/settings';
const tickets = '/api/ui/supportTickets';
const models = '/api/data/models';
const fieldsOfContacts = `${models}/sales/contacts/fields`;
const login = '/api/identity/auth/login';
const provision = '/api/identity/account-provisioning/provision';
const contact = await admin.create(contacts, { firstName: 'Ada', lastName: 'Lovelace' });
const contactPath = `${contacts}/${contact._id}`;
const target = `${contacts}/${(await admin.create(contacts, { firstName: 'A' }))._id}`;
const setting = await admin.create(settings, { key: 'theme', value: { dark: true } });

const codes: Record<number, string> = {
  400: 'bad_request',
  401: 'unauthenticated',
  404: 'not_found',
  405: 'method_not_allowed',
  409: 'unique_violation',
  412: 'version_mismatch',
  413: 'payload_too_large',
  415: 'unsupported_media_type',
  422: 'validation_failed',
  431: 'header_too_large',
};

const tables: string[] = (
  await sql<{ name: string }>(
    `select relname::text as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition order by relname`,
  )
)
  .map(({ name }) => name)
  // Exclude rows that background work may create from events at any time. The events themselves are counted.
  .filter((name) => !['webhook_deliveries', 'webhook_parcels'].includes(name));
const countAll = tables
  .map((name) => `select '${name}' as name, count(*)::int as rows from ${requestRows(name)}`)
  .join(' union all ');
const countRows = async () =>
  (await sql<{ name: string; rows: number }>(countAll)).map(({ name, rows }) => `${name} ${rows}`);
const countEvents = async () => (await sql<{ n: number }>('select count(*)::int as n from events'))[0]?.n;

/** A request that must be refused: what it is, how to send it, the status, and the field that the error must name. */
type Attack = readonly [what: string, send: () => Promise<Reply>, status: number, field?: string];

/** Sends all attacks before it fails, so that one defect does not hide another. Asserts that nothing was written. */
async function refusesAll(attacks: readonly Attack[]): Promise<void> {
  const failures: string[] = [];
  const before = await countRows();
  for (const [what, send, status, field] of attacks) {
    const events = await countEvents();
    try {
      const reply = await send();
      assert.equal(await countEvents(), events, `an event was written: ${reply.status} ${reply.text}`);
      refused(reply, status, codes[status] ?? '', ...(field === undefined ? [] : [field]));
      assert.match(reply.body.error.message, /^\S.*[.)]$/s);
    } catch (error) {
      failures.push(`${what.slice(0, 100)}: ${(error as Error).message.slice(0, 400)}`);
    }
  }
  assert.deepEqual(failures, []);
  assert.deepEqual(await countRows(), before);
}

/** Splits a text into items, which are separated by a broken bar or a line break. */
const items = (text: string): string[] => text.trim().split(/ ¦ |\s*\n\s*/);
const each = (list: string | readonly string[], attack: (item: string) => Attack | Attack[]): Attack[] =>
  (typeof list === 'string' ? items(list) : list).flatMap((item) => {
    const attacks = attack(item);
    return (Array.isArray(attacks[0]) ? attacks : [attacks]) as Attack[];
  });

interface RawRequest {
  readonly method?: string;
  readonly path: string;
  readonly body?: Buffer | string;
  readonly chunked?: boolean;
  readonly headers?: Record<string, string>;
}

/** Sends path, headers and body unchanged: fetch would normalize them. */
const sendBytes = ({ method = 'POST', path, body = '', chunked = false, headers = {} }: RawRequest): Promise<Reply> =>
  new Promise((resolve, reject) => {
    const length = chunked ? { 'transfer-encoding': 'chunked' } : { 'content-length': Buffer.byteLength(body) };
    const authorization = `Bearer ${admin.token}`;
    const options = { port, method, path, agent: false, headers: { authorization, ...length, ...headers } };
    let answered = false;
    const request = http.request(options, (response) => {
      answered = true;
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('error', reject);
      response.on('end', () => {
        const text = Buffer.concat(parts).toString();
        const given = new Headers(Object.entries(response.headers).map(([name, value]) => [name, String(value)]));
        resolve({ status: response.statusCode ?? 0, headers: given, text, body: text === '' ? {} : JSON.parse(text) });
      });
    });
    // The server does not read a refused body to its end, so writing the rest fails after the answer.
    request.on('error', (error) => answered || reject(error));
    request.end(body);
  });

/** Sends bytes that need not be valid HTTP, and parses the answer. */
const sendRaw = (bytes: string): Promise<Reply> =>
  new Promise((resolve, reject) => {
    const socket = net.connect(port, '127.0.0.1', () => socket.write(bytes, 'latin1'));
    const parts: Buffer[] = [];
    socket.on('data', (part) => parts.push(part));
    socket.on('error', reject);
    socket.on('close', () => {
      const [head = '', text = ''] = Buffer.concat(parts).toString().split('\r\n\r\n', 2);
      const [line = '', ...lines] = head.split('\r\n');
      const headers = new Headers(lines.map((header) => header.split(/:\s*/, 2) as [string, string]));
      resolve({
        status: Number(line.split(' ')[1]),
        headers,
        text,
        body: text.startsWith('{') ? JSON.parse(text) : {},
      });
    });
  });

const json = { 'content-type': 'application/json' };
const post = (path: string, body: unknown, headers?: Record<string, string>) => () =>
  admin.request('POST', path, body, { ...json, ...headers });
const get = (path: string) => () => admin.get(path);
const search = (query: unknown) => post(`${contacts}/search`, query);
const bulk = (body: unknown) => post(`${contacts}/bulk`, body);
const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
const cursorOf = (text: string) => Buffer.from(text).toString('base64url');

/** Every kind of route that accepts a body, with the status for JSON of the wrong type. */
const bodyRoutes: readonly (readonly [method: string, path: string, wrongType: number])[] = [
  ['POST', contacts, 422],
  ['PUT', target, 422],
  ['PATCH', target, 422],
  ['POST', `${contacts}/bulk`, 422],
  ['POST', `${contacts}/search`, 400],
  ['POST', login, 422],
  ['POST', models, 422],
  ['POST', fieldsOfContacts, 422],
  ['POST', provision, 422],
];
const onEveryRoute = (bodies: readonly string[], status?: number): Attack[] =>
  bodyRoutes.flatMap(([method, path, wrongType]) =>
    bodies.map(
      (body): Attack => [
        `${method} ${path} ${body.slice(0, 50)}`,
        () => admin.request(method, path, body, json),
        status ?? wrongType,
      ],
    ),
  );

describe('a body', () => {
  it('that is not JSON is refused with 400', () => {
    const bodies =
      items(`{ ¦ {"firstName":"a" ¦ {"firstName":"a",} ¦ [1,] ¦ {'a':1} ¦ {a:1} ¦ {"a":NaN} ¦ {"a":01} ¦ undefined
      {"firstName":"a"} x ¦ {"a":"\\x"} ¦ {"firstName":"a\u0001"} ¦ <a/> ¦ firstName=a`);
    return refusesAll(onEveryRoute([...bodies, ' ', '\u0000', '\ufeff{"firstName":"a"}'], 400));
  });

  it('that is JSON but not an object is refused', () =>
    refusesAll([
      ...onEveryRoute(
        items('null ¦ [] ¦ [{"firstName":"a"}] ¦ "a" ¦ 1 ¦ true ¦ 12345678901234567890 ¦ 0.1234567890123456789'),
      ),
      ...bodyRoutes.flatMap(([method, path, status]): Attack[] => [
        [`${method} ${path} nothing`, () => sendBytes({ method, path }), status],
        [`${method} ${path} nothing as JSON`, () => sendBytes({ method, path, headers: json }), status],
      ]),
    ]));

  it('that is not UTF-8 is refused with 400, with and without a length', () => {
    const body = Buffer.from('{"firstName":"\xff\xfe"}', 'latin1');
    return refusesAll([
      ['with a length', () => sendBytes({ path: contacts, body, headers: json }), 400],
      ['in chunks', () => sendBytes({ path: contacts, body, headers: json, chunked: true }), 400],
    ]);
  });

  it('of another type is refused with 415', () => {
    const body = '{"firstName":"a"}';
    const zipped = { path: contacts, body: gzipSync(body), headers: { ...json, 'content-encoding': 'gzip' } };
    const types = `text/plain ¦ application/x-www-form-urlencoded ¦ multipart/form-data; boundary=x ¦ application/xml ¦ json
      application/jsonp ¦ application/json-seq ¦ application/ ¦ ;`;
    return refusesAll([
      ...bodyRoutes.flatMap(([method, path]) =>
        each(types, (type) => [
          `${method} ${path} ${type}`,
          () => sendBytes({ method, path, body, headers: { 'content-type': type } }),
          415,
        ]),
      ),
      ['no type', () => sendBytes({ path: contacts, body }), 415],
      ['compressed', () => sendBytes(zipped), 415],
      ['compressed, in chunks', () => sendBytes({ ...zipped, chunked: true }), 415],
    ]);
  });

  it('over 1 MiB is refused with 413, with and without a length', () => {
    const large = JSON.stringify({ description: 'x'.repeat(10_000_000) });
    const over = JSON.stringify({ x: 'x'.repeat(1_048_576 - 7) });
    return refusesAll([
      ...onEveryRoute([over], 413),
      ['10 MB', post(contacts, large), 413],
      ['10 MB in chunks', () => sendBytes({ path: contacts, body: large, headers: json, chunked: true }), 413],
      ['a byte over, in chunks', () => sendBytes({ path: contacts, body: over, headers: json, chunked: true }), 413],
      ['1 MiB itself', post(contacts, JSON.stringify({ x: 'x'.repeat(1_048_576 - 8) })), 422, 'x'],
    ]);
  });

  it('that is a thousand levels deep is refused everywhere, and at a hundred thousand levels before it is parsed', () => {
    const deep = nested(1000);
    const inSetting = `{"key":"deep","value":${deep}}`;
    return refusesAll([
      ['json field', post(settings, inSetting), 422, 'value'],
      ['json field with an Idempotency-Key', post(settings, inSetting, { 'idempotency-key': newId() }), 422, 'value'],
      ['33 levels', post(settings, `{"key":"deep","value":${nested(33)}}`), 422, 'value'],
      ['unknown field', post(contacts, `{"x":${deep}}`), 422, 'x'],
      ['text field', post(contacts, `{"firstName":${deep}}`), 422, 'firstName'],
      ['read-only field', () => admin.patch(contactPath, `{"createdBy":${deep}}`), 422, 'createdBy'],
      ['body', post(contacts, deep), 422],
      ['after a long number', post(contacts, `{"score":12345678901234567890,"x":${deep}}`), 400],
      ['filter', search(`{"filter":${deep}}`), 400, 'filter'],
      ['filter value', search(`{"filter":{"firstName":${deep}}}`), 400, 'filter[firstName]'],
      ['filter list', search(`{"filter":{"firstName":{"in":${deep}}}}`), 400, 'filter[firstName][in]'],
      ['filter groups', search(`{"filter":${'{"or":['.repeat(300)}{}${']}'.repeat(300)}}`), 400],
      ['sort', search(`{"sort":${deep}}`), 400, 'sort'],
      ['bulk', bulk(`{"operations":${deep}}`), 422],
      ['bulk record', bulk(`{"operations":[{"op":"create","record":${deep}}]}`), 422, 'operations[0].record'],
      ['custom field', post(fieldsOfContacts, `{"key":"a","type":"json","default":${deep}}`), 422, 'default'],
      ['login', post(login, `{"email":${deep},"password":"x"}`), 422, 'email'],
      ...onEveryRoute([`{"x":${nested(5000)}}`], 400),
      ['a hundred thousand', post(settings, `{"key":"deep","value":${nested(100_000)}}`), 400],
    ]);
  });

  it('cannot change a prototype, and neither can a query', async () => {
    const bodies = items(`{"__proto__":{"isAdmin":true}} ¦ {"\\u005f_proto__":{"isAdmin":true}} ¦ {"__proto__":null}
      {"constructor":{"prototype":{"isAdmin":true}}} ¦ {"value":{"a":[{"__proto__":{"isAdmin":true}}]}}
      {"value":{"\\u005f\\u005Fproto__":{"isAdmin":true}}} ¦ {"filter":{"__proto__":{"isAdmin":"x"}}}`);
    const queries = `filter[__proto__][isAdmin]=1 ¦ __proto__=1 ¦ __proto__[isAdmin]=1 ¦ filter[constructor][prototype][isAdmin]=1
      filter[or][__proto__][firstName]=1 ¦ filter[firstName][__proto__]=1 ¦ filter[firstName][constructor]=1 ¦ sort=__proto__
      fields=constructor ¦ include=toString ¦ filter[accountId.__proto__]=1 ¦ filter[__proto__.name]=1`;
    await refusesAll([
      ...onEveryRoute(bodies, 400),
      ...each(queries, (query) => [query, get(`${contacts}?${query}`), 400]),
      ['aggregate', get(`${contacts}/aggregate?groupBy=__proto__`), 400, 'groupBy'],
      [
        'inherited names',
        post(contacts, { toString: 'x', hasOwnProperty: 1, constructor: 'x' }),
        422,
        'hasOwnProperty',
      ],
      ['inherited field', post(contacts, { constructor: { name: 'x' } }), 422, 'constructor'],
      ['model', get('/api/__proto__/constructor'), 404],
      ['registry', get(`${models}/constructor/prototype`), 404],
    ]);
    assert.equal(({} as Json).isAdmin, undefined);
  });

  it('with a duplicate key uses the last value, as JSON parsers do', async () => {
    const reply = await admin.post(contacts, '{"firstName":"first","firstName":"last"}');
    assert.deepEqual([reply.status, reply.body.firstName], [201, 'last']);
  });
});

const writableModels = app.registry.models.filter((model) => !model.readOnly);
const valueWith = ({ type, declared }: Field, text: string): Json =>
  type.array ? [text] : type.name !== 'json' ? text : declared.shape === 'array' ? [{ a: text }] : { a: text };

/** An answer names at most 20 problems. */
const maxDetails = 20;

/** Posts records whose fields all have a wrong value, 20 fields at a time: the error must name each of them. */
const wrongValues = (model: Model, fields: readonly Field[], value: (field: Field) => Json): Attack[] =>
  Array.from({ length: Math.ceil(fields.length / maxDetails) }, (_, n) =>
    wrongValuesInOneRecord(model, fields.slice(n * maxDetails, (n + 1) * maxDetails), value),
  );

const wrongValuesInOneRecord = (model: Model, fields: readonly Field[], value: (field: Field) => Json): Attack => [
  model.name,
  async () => {
    const reply = await admin.post(model.path, Object.fromEntries(fields.map((field) => [field.key, value(field)])));
    const named = new Set(reply.body?.error?.details?.map((detail: Json) => detail.field));
    assert.deepEqual(
      fields.map(({ key }) => key).filter((key) => !named.has(key)),
      [],
      reply.text,
    );
    return reply;
  },
  422,
];

describe('text that cannot be stored', () => {
  const evils = { NUL: 'a\u0000b', 'a lone high surrogate': 'a\ud800b', 'a lone low surrogate': 'a\udc00' };

  for (const [what, evil] of Object.entries(evils)) {
    it(`is refused by every text, list, choice and json field of every model: ${what}`, () => {
      const attacks = writableModels.flatMap((model) => {
        const fields = model.writable.filter(({ type }) => /text|jsonb/.test(type.column));
        return wrongValues(model, fields, (field) => valueWith(field, evil));
      });
      return refusesAll(attacks);
    });

    it(`is refused in keys, filters, searches, names, cursors and actions: ${what}`, () => {
      const inCursor = cursorOf(`firstName|${JSON.stringify([evil, newId()])}`);
      const tenant = { accountKey: 'evil', adminEmail: 'evil@example.com', adminPassword: 'correct horse' };
      const option = { value: evil, label: 'Evil' };
      return refusesAll([
        ['json key', post(settings, { key: 'evil', value: { [evil]: 1 } }), 422, 'value'],
        ['deep json key', post(settings, { key: 'evil', value: [[{ a: { [evil]: 1 } }]] }), 422, 'value'],
        ['field name', post(contacts, { [evil]: 1 }), 422, evil],
        ['filter', search({ filter: { firstName: evil } }), 400, 'filter[firstName]'],
        ['filter in', search({ filter: { firstName: { in: ['a', evil] } } }), 400, 'filter[firstName][in]'],
        ['contains', search({ filter: { firstName: { contains: evil } } }), 400, 'filter[firstName][contains]'],
        ['filter list', search({ filter: { tags: evil } }), 400, 'filter[tags]'],
        ['filter choice', search({ filter: { status: evil } }), 400, 'filter[status]'],
        ['filter through a reference', search({ filter: { 'accountId.name': evil } }), 400, 'filter[accountId.name]'],
        ['filter name', search({ filter: { [evil]: 'a' } }), 400],
        ['q', search({ q: evil }), 400, 'q'],
        ['sort', search({ sort: [evil] }), 400, 'sort'],
        ['fields', search({ fields: [evil] }), 400, 'fields'],
        ['include', search({ include: [evil] }), 400, 'include'],
        ['cursor', search({ cursor: evil }), 400, 'cursor'],
        ['inside a cursor', search({ sort: ['firstName'], cursor: inCursor }), 400, 'cursor'],
        ['bulk id', bulk({ operations: [{ op: 'delete', _id: evil }] }), 404],
        ['bulk by', bulk({ operations: [{ op: 'update', by: evil, record: {} }] }), 422],
        ['email', post(login, { email: evil, password: 'x' }), 422, 'email'],
        ['accountKey', post(login, { email: 'a@b.example', password: 'x', accountKey: evil }), 422, 'accountKey'],
        ['password', post(login, { email: 'admin@example.com', password: evil }), 422, 'password'],
        ['label of a model', post(models, { moduleKey: 'sales', slug: 'evils', label: evil }), 422, 'label'],
        ['label of a field', post(fieldsOfContacts, { key: 'evil', type: 'text', label: evil }), 422, 'label'],
        ['option of a field', post(fieldsOfContacts, { key: 'evil', type: 'choice', options: [option] }), 422],
        ['plan', post(provision, { ...tenant, plan: evil }), 422, 'plan'],
      ]);
    });
  }

  it('is refused in the URL', () =>
    refusesAll([
      ...each('q ¦ sort ¦ fields ¦ include ¦ cursor ¦ count ¦ filter[firstName] ¦ filter[tags][in] ¦ a', (name) =>
        ['a%00b', '%ED%A0%80', '%ff', '%'].map(
          (evil): Attack => [`${name}=${evil}`, get(`${contacts}?${name}=${evil}`), 400],
        ),
      ),
      ...each(
        [`${contacts}/%00`, `${contactPath}%00`, `${contacts}%00`, '/api/sales%00/contacts', `${models}/sales/%00`],
        (path) => [
          [path, get(path), 404],
          [`DELETE ${path}`, () => admin.delete(`${contacts}/%00`), 404],
        ],
      ),
      ...each(
        [`${contacts}/%ED%A0%80`, '/api/sales/%ED%A0%80', '/%', '/%zz', `${contacts}/%C3`, `${contacts}?%=1`],
        (path) => [path, () => sendBytes({ method: 'GET', path }), 400],
      ),
    ]));

  it('is refused in an Idempotency-Key, and replaced in an X-Request-Id', async () => {
    await refusesAll(
      each(['clé', 'a\tb', 'k'.repeat(256), ''], (key) => [
        key,
        post(contacts, { firstName: 'A' }, { 'idempotency-key': key }),
        400,
      ]),
    );
    for (const id of ['clé', 'a b', 'a\tb', 'x'.repeat(129), '', '"><script>']) {
      const generated = (await anonymous.get('/health', { 'x-request-id': id })).headers.get('x-request-id');
      assert.match(generated ?? '', /^[0-9a-f-]{36}$/, id);
    }
  });
});

describe('a value that does not fit its field', () => {
  it('is refused by every field of every model, and the error names each field', () =>
    refusesAll(
      writableModels.flatMap((model) => {
        const fields = model.writable.filter(({ type }) => type.name !== 'json');
        return [{ $gt: '' }, [[1]], [null]].flatMap((value) => wrongValues(model, fields, () => value));
      }),
    ));

  it('is refused when a number is too large, too long or not a number', () => {
    const long = ['9'.repeat(400), `0.${'1'.repeat(100)}`, `0.${'0'.repeat(390)}1`];
    const numbers = [
      ...items('1e400 ¦ -1e400 ¦ 1e308 ¦ -1e21 ¦ 1e20 ¦ 99999999999999999999999 ¦ "5" ¦ true ¦ [] ¦ 1e-400'),
      ...long,
    ];
    const integers =
      '1.5 ¦ 9007199254740992 ¦ -9007199254740993 ¦ 99999999999999999999 ¦ 1e400 ¦ 1e17 ¦ "1" ¦ 0.00000000000000001';
    const pages = '0 ¦ -1 ¦ 1.5 ¦ 1e400 ¦ 99999999999999999999 ¦ 9007199254740993 ¦ "x" ¦ [] ¦ {} ¦ true';
    const query = (name: string, value: string) => get(`${contacts}?${name}=${encodeURIComponent(value)}`);
    return refusesAll([
      ...each(numbers, (value) => [
        `value ${value}`,
        post(opportunities, `{"name":"x","value":${value}}`),
        422,
        'value',
      ]),
      ...each(integers, (value) => [
        `position ${value}`,
        post(settings, `{"key":"n","position":${value}}`),
        422,
        'position',
      ]),
      ...each(['1e400', '1e101', `0.${'1'.repeat(300)}`], (value) => [
        `json ${value}`,
        post(settings, `{"key":"n","value":[${value}]}`),
        422,
        'value',
      ]),
      ...each(pages, (value) =>
        ['page', 'limit'].flatMap((name): Attack[] => [
          [`${name} ${value}`, search(`{"${name}":${value}}`), 400, name],
          [`${name}=${value}`, query(name, value), 400, name],
        ]),
      ),
      ...each(['201', '1000000', ' 5', '5 ', '+5', '٥', '0x5', ''], (value) => [
        `limit=${value}`,
        query('limit', value),
        400,
        'limit',
      ]),
      ...each(["1'", '', ...items('1,5 ¦ NaN ¦ Infinity ¦ 0x1 ¦ 1 or 1=1 ¦ 1e ¦ --1 ¦ 1_000')], (value) => [
        `score=${value}`,
        query('filter[score]', value),
        400,
        'filter[score]',
      ]),
      ['version', query('filter[version][gt]', '99999999999999999999'), 400, 'filter[version][gt]'],
      ['version by search', search('{"filter":{"version":99999999999999999999}}'), 400, 'filter[version]'],
    ]);
  });

  it('finds nothing or is refused when a filter compares with a number out of range', async () => {
    for (const value of ['1e100', '1e400', '-1e400', '1e200000', '1e-20000', '9'.repeat(500), '9'.repeat(60_000)]) {
      const reply = await admin.get(`${contacts}?filter[score]=${value}`);
      if (reply.status === 200) assert.deepEqual(reply.body.data, [], value.slice(0, 10));
      else refused(reply, 400, 'bad_request', 'filter[score]');
    }
  });

  it('is refused when a date is not in the calendar', () => {
    const days = `2026-02-30 ¦ 2025-02-29 ¦ 2026-13-01 ¦ 2026-00-10 ¦ 2026-01-00 ¦ 0000-01-01 ¦ 10000-01-01 ¦ -0001-01-01 ¦ 2026-1-1
      20260101 ¦ 2026-01-01T00:00:00Z ¦ 01/02/2026 ¦ Today ¦ now ¦ infinity ¦ epoch ¦ 2026-01-01+01`;
    const moments = `2026-02-30T00:00:00Z ¦ 2026-01-01T24:00:00Z ¦ 2026-01-01T00:60:00Z ¦ 2026-01-01T00:00:60Z ¦ now ¦ infinity
      2026-01-01T00:00:00 ¦ 2026-01-01T00:00:00+15:00 ¦ 2026-01-01T00:00:00+1:00 ¦ 2026-01-01 00:00:00Z ¦ 0000-12-31T00:00:00Z
      0001-01-01T00:00:00+14:00 ¦ 9999-12-31T23:59:59-14:00 ¦ +010000-01-01T00:00:00Z ¦ 2026-01-01T00:00:00z+01:00`;
    return refusesAll([
      // Filters accept this value, records do not.
      ['birthday today', post(contacts, { birthday: 'today' }), 422, 'birthday'],
      ...each([...items(days), '', '2026-01-01 ', '2026-01-01\n'], (day) => [
        [`birthday ${day}`, post(contacts, { birthday: day }), 422, 'birthday'],
        [`filter ${day}`, search({ filter: { birthday: { gte: day } } }), 400, 'filter[birthday][gte]'],
      ]),
      ...each([...items(moments), '', '2026-01-01T00:00:00Z\n'], (at) => [
        [`lastActivityAt ${at}`, post(contacts, { lastActivityAt: at }), 422, 'lastActivityAt'],
        [`filter ${at}`, search({ filter: { createdAt: { lt: at } } }), 400, 'filter[createdAt][lt]'],
      ]),
    ]);
  });

  it('is refused when an email address, URL or phone number is malformed', () => {
    const emails = `plain ¦ a@ ¦ @b.example ¦ a b@c.example ¦ a@b@c.example ¦ a@b..example ¦ a@-b.example ¦ Ada <a@b.example>
      a@b_c.example ¦ a@.example ¦ ä@b.example ¦ a@b.example,c@d.example`;
    const urls = `example.com ¦ javascript:alert(1) ¦ ftp://example.com ¦ http:// ¦ https:// ¦ https://a b ¦ //example.com
      http://[::1 ¦ data:text/html,x ¦ file:///etc/passwd`;
    const phones = 'abc ¦ 12 ¦ + ¦ <script> ¦ 555-CALL ¦ +1 202 555 0100; drop table ¦ 1234 ext';
    return refusesAll([
      ...each([...items(emails), 'a@b.example\n', ' a@b.example', `${'a'.repeat(250)}@b.example`], (value) => [
        [`email ${value}`, post(contacts, { email: value }), 422, 'email'],
        [`one of the emails ${value}`, post(contacts, { secondaryEmails: [value] }), 422, 'secondaryEmails'],
      ]),
      ...each(
        [...items(urls), ' https://example.com', 'https://a.example\n', `https://a.example/${'x'.repeat(2000)}`],
        (value) => [`website ${value}`, post(contacts, { website: value }), 422, 'website'],
      ),
      ...each([...items(phones), '', '1'.repeat(21)], (value) => [
        `phone ${value}`,
        post(contacts, { phone: value }),
        422,
        'phone',
      ]),
    ]);
  });

  it('is refused when a text or a list is too long', () => {
    const strangers = Array.from({ length: 501 }, newId);
    const twice = [admin.userId, admin.userId.toUpperCase()];
    const followers = (followerIds: string[]) => post(tickets, { subject: 's', followerIds });
    return refusesAll([
      ['long text', post(contacts, { description: 'x'.repeat(100_001) }), 422, 'description'],
      ['text', post(contacts, { firstName: 'x'.repeat(101) }), 422, 'firstName'],
      ['emoji', post(contacts, { firstName: '🙂'.repeat(101) }), 422, 'firstName'],
      ['choice', post(contacts, { status: 'x'.repeat(101) }), 422, 'status'],
      ['empty choice', post(contacts, { status: '' }), 422, 'status'],
      ['list', post(contacts, { tags: strangers.flatMap((id) => [id, `${id}.`]) }), 422, 'tags'],
      ['list item', post(contacts, { tags: ['x'.repeat(1001)] }), 422, 'tags'],
      ['empty list item', post(contacts, { tags: [''] }), 422, 'tags'],
      ['501 references', followers(strangers), 422, 'followerIds'],
      ['500 unknown references', followers(strangers.slice(1)), 422, 'followerIds'],
      ['a reference twice', followers(twice), 422, 'followerIds'],
    ]);
  });

  it('does not include a text or list of exactly the maximum length, which is stored', async () => {
    const words = (n: number) => Array.from({ length: 180 }, (_, m) => (n * 180 + m).toString(36)).join(' ');
    const values = {
      description: 'x'.repeat(100_000),
      firstName: '🙂'.repeat(100),
      tags: Array.from({ length: 1000 }, newId),
    };
    const created = await admin.create(contacts, values);
    for (const [key, value] of Object.entries(values)) assert.deepEqual(created[key], value);
    const tags = Array.from({ length: 1000 }, (_, n) => words(n));
    assert.deepEqual((await admin.create(tickets, { subject: 'many tags', tags })).tags, tags);
  });
});

describe('SQL in a request', () => {
  const injections = items(
    `'; drop table sales_contacts; -- ¦ ' or '1'='1 ¦ " or ""=" ¦ $1 ¦ \\'; select 1; -- ¦ % ¦ _ ¦ $\{1} ¦ /* ¦ a\\`,
  );

  it('is stored and returned unchanged by every text field of every model', async () => {
    const failures: string[] = [];
    const withoutRequiredReference = writableModels.filter(
      ({ writable, requiresOneOf }) =>
        !writable.some(({ key, required, declared }) => (required || key === requiresOneOf[0]) && declared.to),
    );
    for (const model of withoutRequiredReference) {
      const body: Json = {};
      for (const field of model.writable) {
        const { rule, furtherRules, strict, of } = field.declared;
        const isChecked = rule || furtherRules || strict || of;
        const takesAny = /^(text|longText|choice|list|json)$/.test(field.type.name) && !isChecked;
        if (takesAny && (field.maxLength ?? 200) >= 20)
          body[field.key] = valueWith(field, injections.join(' ').slice(0, field.maxLength));
        else if (field.required || field.key === model.requiresOneOf[0])
          body[field.key] = field.declared.example ?? field.type.example(field, 1);
      }
      const created = await admin.post(model.path, body);
      if (created.status !== 201) failures.push(`${model.name}: ${created.text.slice(0, 200)}`);
      const read = (await admin.get(`${model.path}/${created.body._id}`)).body;
      for (const { key, type } of model.writable) {
        // An answer only says whether a secret is set.
        const expected = type.name === 'secret' && key in body ? { set: true } : body[key];
        if (key in body && JSON.stringify(read[key]) !== JSON.stringify(expected))
          failures.push(`${model.name}.${key}: ${JSON.stringify(read[key])}`);
      }
    }
    assert.ok(withoutRequiredReference.length > 50);
    assert.deepEqual(failures, []);
  });

  it('in a filter value finds exactly the record that contains it, by every operator', async () => {
    for (const text of injections) {
      const { _id } = await admin.create(contacts, {
        firstName: 'A',
        title: text,
        tags: [text],
        department: 'injected',
      });
      for (const operator of items('eq ¦ in ¦ contains ¦ startsWith ¦ endsWith')) {
        const reply = await admin.get(
          `${contacts}?filter[_id]=${_id}&filter[title][${operator}]=${encodeURIComponent(text)}`,
        );
        assert.deepEqual(
          reply.body.data?.map((row: Json) => row.title),
          [text],
          `${operator} ${reply.text.slice(0, 200)}`,
        );
      }
      const filter = { department: 'injected', tags: text, title: { between: [text, text] } };
      assert.deepEqual(
        (await search({ filter })()).body.data.map((row: Json) => row._id),
        [_id],
      );
      const similar = await search({ filter: { department: 'injected', title: { contains: text } }, limit: 200 })();
      assert.ok(
        similar.body.data.every((row: Json) => row.title.includes(text)),
        text,
      );
      assert.equal((await search({ q: text })()).status, 200);
    }
  });

  it('is refused as a field, sort, group, measure, model or id', () => {
    const names = `${injections.filter((text) => text.length > 1).join(' ¦ ')} ¦ id ¦ tenant_id ¦ first_name ¦ custom ¦ "firstName"
      firstName desc ¦ firstName) -- ¦ firstName;select pg_sleep(1) ¦ (select 1) ¦ t.id ¦ firstName::text ¦ version+1 ¦ FIRSTNAME`;
    return refusesAll(
      each(names, (name) => {
        const value = encodeURIComponent(name);
        return [
          [`sort ${name}`, get(`${contacts}?sort=${value}`), 400, 'sort'],
          [`sort -${name}`, search({ sort: [`-${name}`] }), 400, 'sort'],
          [`fields ${name}`, get(`${contacts}?fields=${value}`), 400, 'fields'],
          [`include ${name}`, get(`${contacts}?include=${value}`), 400, 'include'],
          [`filter ${name}`, search({ filter: { [name]: 'a' } }), 400],
          [`operator ${name}`, search({ filter: { firstName: { [name]: 'a' } } }), 400],
          [`groupBy ${name}`, get(`${opportunities}/aggregate?groupBy=${value}`), 400, 'groupBy'],
          [`period ${name}`, get(`${opportunities}/aggregate?groupBy=closeDate:${value}`), 400, 'groupBy'],
          [`sum ${name}`, get(`${opportunities}/aggregate?sum=${value}`), 400, 'sum'],
          [`min ${name}`, get(`${opportunities}/aggregate?min=${value}`), 400, 'min'],
          [`aggregate sort ${name}`, get(`${opportunities}/aggregate?sort=${value}`), 400, 'sort'],
          [`field ${name}`, post(contacts, { [name]: 'a' }), 422, name],
          [`bulk by ${name}`, bulk({ operations: [{ op: 'delete', by: name, record: { [name]: 1 } }] }), 422],
          [`slug ${name}`, get(`/api/sales/${value}`), 404],
          [`module ${name}`, get(`/api/${value}/contacts`), 404],
          [`id ${name}`, get(`${contacts}/${value}`), 404],
          [`delete ${name}`, () => admin.delete(`${contacts}/${value}`), 404],
          [`filter id ${name}`, search({ filter: { _id: name } }), 400, 'filter[_id]'],
          [`reference ${name}`, post(contacts, { accountId: name }), 422, 'accountId'],
          [`count ${name}`, get(`${contacts}?count=${value}`), 400, 'count'],
          [`custom slug ${name}`, post(models, { moduleKey: 'sales', slug: `${name} ` }), 422, 'slug'],
          [`custom key ${name}`, post(fieldsOfContacts, { key: `${name} `, type: 'text' }), 422, 'key'],
        ];
      }),
    );
  });

  it('is refused in a cursor, or has no effect there', async () => {
    const [at, id] = [contact.createdAt, newId()];
    const broken = `x ¦ -createdAt ¦ -createdAt| ¦ -createdAt|{} ¦ -createdAt|[] ¦ -createdAt|[1,2] ¦ -createdAt|["${at}"]
      -createdAt|["${at}","${'-'.repeat(36)}"] ¦ -createdAt|["${at}","${'0'.repeat(36)}"] ¦ -createdAt|["${at}","' or 1=1 --"]
      -createdAt|["'; drop table events","${id}"] ¦ firstName|["a","${id}"] ¦ createdAt;drop|["${at}","${id}"]
      -createdAt|["${at}","${id}","x"] ¦ -createdAt|${nested(100_000)} ¦ -createdAt|["${at}",null]`;
    await refusesAll(
      each([...items(broken), '', '\u0000'], (text) => [text, search({ cursor: cursorOf(text) }), 400, 'cursor']),
    );
    const harmless = cursorOf(`firstName|${JSON.stringify(["' or 1=1 --", id])}`);
    assert.equal((await admin.get(`${contacts}?sort=firstName&cursor=${harmless}`)).status, 200);
    assert.equal((await admin.get(contactPath)).body.firstName, 'Ada');
  });
});

describe('a query', () => {
  it('with more than a thousand conditions, values or parameters is refused', () => {
    const values = Array.from({ length: 1001 }, (_, n) => `v${n}`);
    return refusesAll([
      [
        'keys by GET',
        get(
          `${contacts}?${values
            .slice(100)
            .map((key) => `filter[${key}]=x`)
            .join('&')}`,
        ),
        400,
      ],
      ['parameters', get(`${contacts}?${values.map((key) => `${key}=x`).join('&')}`), 400],
      ['keys by search', search({ filter: Object.fromEntries(values.map((key) => [key, 'x'])) }), 400],
      ['groups', search({ filter: { or: values.map((firstName) => ({ firstName })) } }), 400],
      ['empty groups', search(`{"filter":{"or":[${Array(100_000).fill('{}').join(',')}]}}`), 400],
      ['in by GET', get(`${contacts}?filter[firstName][in]=${values.join(',')}`), 400, 'filter[firstName][in]'],
      ['in by search', search({ filter: { firstName: { in: values } } }), 400, 'filter[firstName][in]'],
      ['nin by search', search({ filter: { firstName: { nin: values } } }), 400, 'filter[firstName][nin]'],
      ['sort', search({ sort: values }), 400, 'sort'],
      ['fields', search({ fields: values }), 400, 'fields'],
      ['words', search({ q: values.slice(0, 80).join(' ') }), 400, 'q'],
      ['long q', search({ q: 'x'.repeat(501) }), 400, 'q'],
      ['a URL of 200 KB', get(`${contacts}?filter[firstName]=${'x'.repeat(200_000)}`), 431],
      ['60 KB of values', get(`${contacts}?filter[firstName][in]=${'x,'.repeat(30_000)}`), 400],
      ['60 KB of brackets', get(`${contacts}?filter${'[a]'.repeat(20_000)}=1`), 400],
    ]);
  });

  it('of 60 KB, and one with a thousand values, is answered', async () => {
    const long = await admin.get(`${contacts}?filter[firstName]=${'x'.repeat(60_000)}`);
    assert.deepEqual([long.status, long.body.data], [200, []]);
    const values = [...Array.from({ length: 999 }, (_, n) => `v${n}`), 'Ada'];
    const many = await admin.post(`${contacts}/search`, { filter: { firstName: { in: values } } });
    assert.deepEqual(
      many.body.data.map((row: Json) => row._id),
      [contact._id],
    );
  });

  it('of the wrong form is refused with 400, and the error names the wrong part', () =>
    refusesAll([
      ['filter text', get(`${contacts}?filter=x`), 400, 'filter'],
      ['filter list', search({ filter: [] }), 400, 'filter'],
      ['filter null', search({ filter: null }), 400, 'filter'],
      ['null value', search({ filter: { firstName: null } }), 400, 'filter[firstName]'],
      ['no operator', search({ filter: { firstName: {} } }), 400, 'filter[firstName]'],
      ['between one', get(`${contacts}?filter[score][between]=1`), 400, 'filter[score][between]'],
      ['between three', get(`${contacts}?filter[score][between]=1,2,3`), 400, 'filter[score][between]'],
      ['null maybe', get(`${contacts}?filter[score][null]=maybe`), 400, 'filter[score][null]'],
      ['or text', get(`${contacts}?filter[or]=x`), 400, 'filter[or]'],
      ['or empty', search({ filter: { or: [] } }), 400, 'filter[or]'],
      ['or named', get(`${contacts}?filter[or][x][firstName]=a`), 400, 'filter[or]'],
      ['a field twice', get(`${contacts}?filter[firstName]=a&filter[firstName]=b`), 400, 'filter[firstName]'],
      ['two deep', get(`${contacts}?filter[accountId.ownerId.email]=a`), 400, 'filter[accountId.ownerId.email]'],
      ['no reference', get(`${contacts}?filter[firstName.name]=a`), 400, 'filter[firstName.name]'],
      ['secret', get('/api/identity/users?filter[password]=x'), 400, 'filter[password]'],
      [
        'secret through a reference',
        get(`${contacts}?filter[ownerId.password][startsWith]=$2`),
        400,
        'filter[ownerId.password]',
      ],
      ['sort by secret', get('/api/identity/users?sort=password'), 400, 'sort'],
      ['page and cursor', get(`${contacts}?page=1&cursor=x`), 400, 'cursor'],
      ['sort twice', get(`${contacts}?sort=score,-score`), 400, 'sort'],
      ['a parameter twice', get(`${contacts}?limit=1&limit=2`), 400, 'limit'],
      ['unknown parameter', get(`${contacts}?offset=1`), 400, 'offset'],
      ['on one record', get(`${contactPath}?filter[firstName]=a`), 400, 'filter'],
      ['on search', post(`${contacts}/search?limit=1`, {}), 400],
      ['unknown key of search', search({ where: {} }), 400, 'where'],
      ['on the registry', get(`${models}?offset=1`), 400, 'offset'],
      ['filter of the registry', get(`${models}?filter[label]=x`), 400, 'filter[label]'],
      ['nothing asked', get(`${opportunities}/aggregate?count=false`), 400],
      ['count', get(`${opportunities}/aggregate?count=yes`), 400, 'count'],
    ]));

  it('for an aggregate without groups is answered', async () => {
    for (const measures of ['sum=value', 'min=closeDate', 'avg=value&max=value', 'count=true&sum=value']) {
      const reply = await admin.get(`${opportunities}/aggregate?${measures}`);
      assert.equal(reply.status, 200, `${measures}: ${reply.text}`);
      assert.equal(reply.body.data.length, 1);
    }
  });
});

describe('a path', () => {
  it('that does not exist is answered with 404', () => {
    const paths = `/api ¦ /api/ ¦ /api/sales ¦ /api/sales/ ¦ /api/sales/nothing ¦ /api/nothing/contacts ¦ /api/sales/Contacts ¦ /.env
      /API/sales/contacts ¦ /api//sales/contacts ¦ /api/sales//contacts ¦ ${contacts}// ¦ ${contactPath}// ¦ ${contactPath}/x
      ${contactPath}/search ¦ ${contacts}/..%2f..%2fhealth ¦ /api/sales/..%2f..%2f..%2fetc%2fpasswd ¦ /docs/assets/package.json
      /docs/assets/..%2f..%2fpackage.json ¦ ${contacts};x=1`;
    const id = contact._id as string;
    const ids = `x ¦ 1 ¦ null ¦ * ¦ ${newId()} ¦ ${newId().toUpperCase()} ¦ ${id.slice(1)} ¦ ${id}0 ¦ {${id}} ¦ ${id.replaceAll('-', '')}
      ${'a'.repeat(300)} ¦ %20 ¦ %2e%2e ¦ ${id}%20 ¦ ${id},${id} ¦ ${setting._id}`;
    const body = '{"firstName":"x"}';
    return refusesAll([
      ...each(paths, (path) => [path, () => sendBytes({ method: 'GET', path }), 404]),
      ...each(ids, (wrong) => [
        [`GET ${wrong}`, () => sendBytes({ method: 'GET', path: `${contacts}/${wrong}` }), 404],
        [`PUT ${wrong}`, () => sendBytes({ method: 'PUT', path: `${contacts}/${wrong}`, body, headers: json }), 404],
        [
          `PATCH ${wrong}`,
          () => sendBytes({ method: 'PATCH', path: `${contacts}/${wrong}`, body, headers: json }),
          404,
        ],
        [`DELETE ${wrong}`, () => sendBytes({ method: 'DELETE', path: `${contacts}/${wrong}` }), 404],
      ]),
    ]);
  });

  it('accepts an id in upper case', async () => {
    const reply = await admin.get(`${contacts}/${contact._id.toUpperCase()}`);
    assert.deepEqual([reply.status, reply.body._id], [200, contact._id]);
  });

  it('answers an unsupported method with 405 and lists the supported ones in Allow', async () => {
    const cases = `PUT ${contacts} GET,POST ¦ PATCH ${contacts} GET,POST ¦ DELETE ${contacts} GET,POST ¦ TRACE ${contacts} GET,POST
      OPTIONS ${contacts} GET,POST ¦ POST ${contactPath} GET,PUT,PATCH,DELETE ¦ GET ${contacts}/search POST ¦ GET ${contacts}/bulk POST
      DELETE ${contacts}/search POST ¦ POST ${contacts}/aggregate GET ¦ GET ${login} POST ¦ DELETE ${models} GET,POST
      PUT ${models}/sales/contacts GET,PATCH,DELETE ¦ POST /health GET ¦ DELETE /openapi.json GET ¦ POST /docs GET
      POST /api/ai/aiCompletionLogs GET`;
    const wrong: string[] = [];
    await refusesAll(
      each(cases, (line) => {
        const [method = '', path = '', allow] = line.split(' ');
        const send = async () => {
          const reply = await sendBytes({ method, path, ...(method === 'POST' && { body: '{}', headers: json }) });
          const given = reply.headers
            .get('allow')
            ?.split(/,\s*/)
            .filter((name) => !/HEAD|OPTIONS/.test(name));
          if (given?.join() !== allow) wrong.push(`${method} ${path} allows ${given}`);
          return reply;
        };
        return [line, send, 405];
      }),
    );
    assert.deepEqual(wrong, []);
  });

  it('answers HEAD like GET, without the body', async () => {
    for (const line of items(
      `${contactPath} 200 ¦ ${contacts} 200 ¦ ${contacts}/${newId()} 404 ¦ /health 200 ¦ /nothing 404`,
    )) {
      const [path = '', status] = line.split(' ');
      const reply = await admin.request('HEAD', path);
      assert.deepEqual([reply.status, reply.text], [Number(status), ''], path);
      assert.ok(reply.headers.get('x-request-id'));
    }
    assert.equal((await admin.request('HEAD', contactPath)).headers.get('etag'), '"1"');
  });
});

describe('a write', () => {
  it('with a wrong precondition, dryRun or parameter is refused', () => {
    const tags = '"2" ¦ "0" ¦ "-1" ¦ 2 ¦ garbage ¦ "" ¦ "1 ¦ "99999999999999999999" ¦ W/"7" ¦ "1 or 1=1" ¦ "2", "3"';
    const queries = `dryRun=TRUE ¦ dryRun=1 ¦ dryRun= ¦ dryRun ¦ dryRun=true&dryRun=true ¦ dryRun[a]=true ¦ dryrun=true ¦ force=true
      filter[_id]=x ¦ __proto__=1`;
    const writes = `POST ${contacts} ¦ PUT ${contactPath} ¦ PATCH ${contactPath} ¦ DELETE ${contactPath} ¦ POST ${contacts}/bulk`;
    return refusesAll([
      ...each(tags, (tag) => [
        [`PATCH If-Match ${tag}`, () => admin.patch(contactPath, { firstName: 'Eve' }, { 'if-match': tag }), 412],
        [`DELETE If-Match ${tag}`, () => admin.delete(contactPath, { 'if-match': tag }), 412],
      ]),
      ...each(writes, (write) => {
        const [method = '', path] = write.split(' ');
        const body = method === 'DELETE' ? undefined : { firstName: 'Eve' };
        return each(queries, (query) => [
          `${write}?${query}`,
          () => admin.request(method, `${path}?${query}`, body),
          400,
        ]);
      }),
    ]);
  });

  it('in bulk is refused completely when one operation is malformed', () => {
    const create = { op: 'create', record: { firstName: 'Eve' } };
    const after = (step: unknown) => bulk({ operations: [create, step] });
    return refusesAll([
      ['no operations', bulk({}), 422, 'operations'],
      ['none', bulk({ operations: [] }), 422, 'operations'],
      ['1001', bulk({ operations: Array(1001).fill(create) }), 422, 'operations'],
      ['no list', bulk({ operations: { 0: create } }), 422, 'operations'],
      ['atomic text', bulk({ operations: [create], atomic: 'false' }), 422, 'atomic'],
      ['unknown key', bulk({ operations: [create], force: true }), 422, 'force'],
      ['null', after(null), 422, 'operations[1]'],
      ['unknown op', after({ op: 'truncate' }), 422, 'operations[1].op'],
      ['inherited op', after({ op: 'constructor', record: {} }), 422, 'operations[1].op'],
      ['no record', after({ op: 'update', _id: contact._id }), 422, 'operations[1].record'],
      ['list as record', after({ op: 'create', record: [] }), 422, 'operations[1].record'],
      [
        'number as record',
        bulk('{"operations":[{"op":"create","record":12345678901234567890}]}'),
        422,
        'operations[0].record',
      ],
      ['own id', after({ ...create, _id: newId() }), 422, 'operations[1]._id'],
      ['a wrong field', after({ op: 'create', record: { nothing: 1 } }), 422, 'operations[1].record.nothing'],
      ['by a list', after({ op: 'upsert', by: 'tags', record: { tags: ['a'] } }), 422],
    ]);
  });

  it('in bulk is all or nothing with an Idempotency-Key as well', () => {
    const types = '/api/sales/accountTypes/bulk';
    const steps = (...records: unknown[]) => ({ operations: records.map((record) => ({ op: 'create', record })) });
    return refusesAll([
      ['a wrong field', post(types, steps({ name: 'a' }, { nothing: 1 }), { 'idempotency-key': newId() }), 422],
      ['a name twice', post(types, steps({ name: 'b' }, { name: 'b' }), { 'idempotency-key': newId() }), 409],
    ]);
  });
});

describe('a custom model or field', () => {
  const accounts = { moduleKey: 'sales', slug: 'accounts' };

  it('with a contradictory or unknown definition is refused', () => {
    let count = 0;
    const field = (more: Json) => post(fieldsOfContacts, { key: `odd${++count}`, type: 'number', ...more });
    return refusesAll([
      ['limits the wrong way round', field({ min: 5, max: 1 }), 422, 'min'],
      ['no limit', post(fieldsOfContacts, '{"key":"odd","type":"number","min":1e400}'), 422, 'min'],
      ['default outside the limits', field({ max: 1, default: 2 }), 422, 'default'],
      ['default of another type', field({ default: '1' }), 422, 'default'],
      ['unknown type', field({ type: 'constructor' }), 422, 'type'],
      [
        'reference to nothing',
        field({ type: 'reference', reference: { moduleKey: 'sales', slug: 'x' } }),
        422,
        'reference',
      ],
      ['reference without target', field({ type: 'reference' }), 422, 'reference'],
      ['target without reference', field({ reference: accounts }), 422, 'reference'],
      ['unique list', field({ type: 'list', unique: true }), 422, 'unique'],
      ['unknown property', field({ generated: 'version()' }), 422, 'generated'],
      ['unknown module', post(models, { moduleKey: 'constructor', slug: 'things' }), 422, 'moduleKey'],
      [
        'unknown title',
        post(models, { moduleKey: 'sales', slug: 'things', titleField: 'toString' }),
        422,
        'titleField',
      ],
      ['key of the platform', field({ key: 'version' }), 409, 'key'],
      ['key in use', field({ key: 'firstName' }), 409, 'key'],
      ['slug in use', post(models, accounts), 409, 'slug'],
      ['path in use', post(models, { moduleKey: 'data', slug: 'models' }), 409, 'slug'],
    ]);
  });

  it('keeps every digit of a default, and keeps long values unique', async () => {
    await post(fieldsOfContacts, '{"key":"quota","type":"number","default":12345678901234567891}')();
    assert.match((await post(contacts, { firstName: 'A' })()).text, /"quota":12345678901234567891\b/);
    await admin.create(fieldsOfContacts, { key: 'signature', type: 'text', unique: true, maxLength: 100_000 });
    const signature = Array.from({ length: 300 }, newId).join(' ');
    assert.equal((await admin.create(contacts, { firstName: 'A', signature })).signature, signature);
    await refusesAll([
      ['the same again', post(contacts, { firstName: 'A', signature: signature.toUpperCase() }), 409, 'signature'],
    ]);
  });

  it('is found by its slug in camelCase and in kebab-case', async () => {
    const reference = { moduleKey: 'sales', slug: 'contact-notes' };
    await admin.create(models, {
      moduleKey: 'sales',
      slug: 'spaceShips',
      fields: [{ key: 'noteId', type: 'reference', reference }],
    });
    const note = await admin.create('/api/sales/contactNotes', { contactId: contact._id, content: 'x' });
    const ship = await admin.create('/api/sales/space-ships', { noteId: note._id });
    await admin.delete(`/api/sales/contactNotes/${note._id}`);
    assert.equal((await admin.get(`/api/sales/spaceShips/${ship._id}`)).body.noteId, null);
    assert.equal((await admin.delete(`${models}/sales/space-ships?withRecords=true`)).status, 204);
    await refusesAll([['deleted', get(`${models}/sales/spaceShips`), 404]]);
  });

  it('may be one of more than a hundred references or numbers, and all can be read at once', async () => {
    const keys = Array.from({ length: 101 }, (_, n) => `f${n}`);
    const fields = keys.map((key) => ({ key, type: 'reference', reference: accounts }));
    const numbers = keys.slice(1).map((key) => ({ key: `${key}n`, type: 'number' }));
    await admin.create(models, { moduleKey: 'sales', slug: 'wides', fields: [...fields, ...numbers].slice(0, 200) });
    const account = await admin.create('/api/sales/accounts', { name: 'Included' });
    await admin.create('/api/sales/wides', { f100: account._id, f1n: 5 });
    const list = await admin.get(`/api/sales/wides?include=${keys.join(',')}`);
    assert.deepEqual(Object.keys(list.body.included ?? {}), [account._id], list.text.slice(0, 300));
    const sums = await admin.get(
      `/api/sales/wides/aggregate?sum=${keys.slice(1, 100).map((key) => `${key}n`)}&count=true`,
    );
    assert.equal(sums.body.data?.[0].sum.f1n, 5, sums.text.slice(0, 300));
  });
});

describe('malformed HTTP', () => {
  it('is refused with the common error format', () => {
    const start = `GET ${contacts} HTTP/1.1\r\nHost: x\r\n`;
    const raw = (bytes: string) => () => sendRaw(`${bytes}\r\n\r\n`);
    return refusesAll([
      ['no request line', raw('hello'), 400],
      ['unknown method', raw('DROP / HTTP/1.1\r\nHost: x'), 400],
      ['a space in the path', raw('GET /a b HTTP/1.1\r\nHost: x'), 400],
      ['no host', raw(`GET ${contacts} HTTP/1.1\r\nConnection: close`), 400],
      ['NUL in a header', raw(`${start}X-A: a\u0000b`), 400],
      ['a header without colon', raw(`${start}nonsense`), 400],
      ['two lengths', raw(`${start}Content-Length: 1\r\nContent-Length: 2`), 400],
      ['length and chunks', raw(`${start}Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0`), 400],
      ['a negative length', raw(`${start}Content-Length: -1`), 400],
      ['TLS', raw('\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003'), 400],
      ['headers of 80 KB', raw(`${start}X-A: ${'a'.repeat(80_000)}`), 431],
      ['a token of 80 KB', raw(`${start}Authorization: Bearer ${'a'.repeat(80_000)}`), 431],
    ]);
  });
});

describe('random input never causes a status of 500 or above', () => {
  const units = fc.array(fc.nat(0xffff), { maxLength: 12 }).map((codes) => String.fromCharCode(...codes));
  const odd = items(
    `' ¦ % ¦ __proto__ ¦ constructor ¦ toString ¦ null ¦ true ¦ -1 ¦ 1e400 ¦ 2026-02-30 ¦ 2026-01-31 ¦ ${contact._id}`,
  );
  const word = fc.oneof(
    units,
    fc.constantFrom('', '\u0000', '\ud800', ...odd),
    fc.string({ unit: 'binary', maxLength: 20 }),
  );
  const leaves = [word, fc.double(), fc.maxSafeInteger(), fc.boolean(), fc.constant(null)];
  const value = fc.oneof(
    { weight: 3, arbitrary: word },
    fc.jsonValue({ stringUnit: 'binary' }),
    fc.object({ key: word, values: leaves }),
    fc.double(),
    fc.array(word, { maxLength: 4 }),
  );
  const mostly = <T>(likely: fc.Arbitrary<T>) =>
    fc.oneof({ weight: 5, arbitrary: likely as fc.Arbitrary<unknown> }, value);
  const find = (name: string) => app.registry.models.find((model) => model.name === name) as Model;
  const keysOf = (name: string) =>
    fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...find(name).fields.keys()) }, word);
  const recordOf = (name: string) => fc.dictionary(keysOf(name), value, { maxKeys: 6 });
  const field = fc.oneof(
    { weight: 5, arbitrary: keysOf('sales.opportunities') },
    fc.constantFrom('accountId.name', 'ownerId.email', 'or'),
  );
  const operator = fc.oneof(
    fc.constantFrom(...items('eq ¦ ne ¦ gt ¦ lte ¦ in ¦ nin ¦ contains ¦ endsWith ¦ between ¦ null')),
    word,
  );

  async function assertNoServerError(send: () => Promise<Reply>): Promise<void> {
    const before = await countEvents();
    const reply = await send();
    assert.ok(reply.status < 500, `${reply.status} ${reply.text.slice(0, 300)}`);
    if (reply.status < 400) return;
    assert.equal(reply.body.error.requestId, reply.headers.get('x-request-id'));
    assert.equal(await countEvents(), before, 'a refused request wrote an event');
  }
  const sendRandom = (path: string, bodies: fc.Arbitrary<unknown>, numRuns: number) =>
    fc.assert(
      fc.asyncProperty(bodies, fc.boolean(), (body, withKey) =>
        assertNoServerError(post(path, JSON.stringify(body), withKey ? { 'idempotency-key': newId() } : {})),
      ),
      { numRuns: runsOf(numRuns) },
    );

  const modelNames = `sales.contacts ¦ sales.opportunities ¦ marketing.segments ¦ communications.emails ¦ identity.users ¦ identity.roles
    ui.screens ¦ ui.workspaces ¦ ui.settings ¦ inventory.equipment ¦ forms.forms ¦ support.supportArticles ¦ customerSuccess.renewals
    integrations.webhooks`;
  for (const name of items(modelNames)) {
    it(`in a record of ${name}`, () => sendRandom(find(name).path, mostly(recordOf(name)), 40));
  }

  it('in a search', () => {
    const compared = fc.oneof(value, fc.dictionary(operator, value, { maxKeys: 3 }));
    const groups = fc.array(fc.dictionary(field, compared, { maxKeys: 3 }), { maxLength: 3 });
    const filter = mostly(fc.dictionary(field, fc.oneof(compared, groups), { maxKeys: 4 }));
    const names = mostly(fc.array(field, { maxLength: 4 }));
    const parts = {
      filter,
      sort: names,
      fields: names,
      include: names,
      page: value,
      limit: value,
      cursor: value,
      q: value,
      count: value,
    };
    const query = fc.oneof(
      fc.record(parts, { requiredKeys: [] }),
      fc.record({ filter }),
      fc.record({ sort: names, fields: names }),
    );
    return sendRandom(`${opportunities}/search`, mostly(query), 300);
  });

  it('in a bulk request', () => {
    const op = mostly(fc.constantFrom('create', 'update', 'upsert', 'delete'));
    const step = fc.record(
      { op, _id: value, by: mostly(field), record: mostly(recordOf('sales.opportunities')) },
      { requiredKeys: ['op'] },
    );
    const body = { operations: mostly(fc.array(step, { maxLength: 4 })), atomic: mostly(fc.boolean()) };
    return sendRandom(`${opportunities}/bulk`, fc.record(body, { requiredKeys: ['operations'] }), 200);
  });

  it('in a query string', async () => {
    const encoded = (text: string) => encodeURIComponent(text.toWellFormed());
    const plain = items(
      'sort ¦ fields ¦ include ¦ page ¦ limit ¦ cursor ¦ q ¦ count ¦ groupBy ¦ sum ¦ avg ¦ min ¦ max ¦ dryRun',
    );
    const name = fc.oneof(
      fc.constantFrom(...plain),
      field.map((key) => `filter[${encoded(key)}]`),
      fc.tuple(field, operator).map(([key, how]) => `filter[${encoded(key)}][${encoded(how)}]`),
      word.map(encoded),
    );
    const right = fc.oneof(
      word.map(encoded),
      field.map(encoded),
      fc.constantFrom('%', '%ff', '%00', 'true', '1', '1,2'),
    );
    const query = fc
      .array(fc.tuple(name, right), { maxLength: 4 })
      .map((pairs) => pairs.map((pair) => pair.join('=')).join('&'));
    const below = fc.constantFrom('', '/aggregate', `/${contact._id}`);
    await fc.assert(
      fc.asyncProperty(query, below, (text, path) => assertNoServerError(get(`${opportunities}${path}?${text}`))),
      { numRuns: runsOf(300) },
    );
  });
});
