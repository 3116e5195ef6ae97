import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { schemaNames } from '#core/derive/openapi/schema-names.ts';
import { type CustomSchema, extendRegistry } from '#core/models/custom.ts';
import { appForFile, type Client, type Json } from '#test/harness.ts';
import { modules } from '../../../app.ts';
import { OpenApi } from './openapi.ts';

const { app, admin, anonymous, tenant, sql } = await appForFile();
const { body: document, status, headers } = await anonymous.get('/openapi.json');
const methods = ['get', 'post', 'put', 'patch', 'delete'];

interface Operation {
  readonly name: string;
  readonly path: string;
  readonly spec: Json;
  /** The parameters of the operation and of its path, with references resolved. */
  readonly parameters: Json[];
}

const follow = (of: Json, node: Json): Json =>
  node?.$ref
    ? node.$ref
        .slice(2)
        .split('/')
        .reduce(
          (at: Json, part: string) => at?.[decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~')],
          of,
        )
    : node;

/** OpenAPI: a parameter of an operation replaces that of its path with the same name and place. */
function parametersOf(of: Json, ofPath: Json[] = [], own: Json[] = []): Json[] {
  const replaced = own.map((node) => follow(of, node));
  const isReplaced = (one: Json) => replaced.some((other) => other.name === one.name && other.in === one.in);
  return [...ofPath.map((node) => follow(of, node)).filter((one) => !isReplaced(one)), ...replaced];
}

const operationsOf = (of: Json): Operation[] =>
  Object.entries<Json>(of.paths).flatMap(([path, item]) =>
    methods
      .filter((method) => item[method])
      .map((method) => ({
        name: `${method.toUpperCase()} ${path}`,
        path,
        spec: item[method],
        parameters: parametersOf(of, item.parameters, item[method].parameters),
      })),
  );

/** Every object in the document with its JSON pointer. */
function* nodesOf(node: Json, at = '#'): Generator<[string, Json]> {
  if (node === null || typeof node !== 'object') return;
  yield [at, node];
  for (const [key, value] of Object.entries(node)) yield* nodesOf(value, `${at}/${key}`);
}

async function assertValid(of: Json): Promise<void> {
  const { valid, errors } = await new Validator().validate(structuredClone(of));
  assert.ok(valid, JSON.stringify(errors)?.slice(0, 2000));
}

const brokenReferences = (of: Json): string[] =>
  [...nodesOf(of)].filter(([, node]) => node.$ref && !follow(of, node)).map(([at, node]) => `${at}: ${node.$ref}`);

/** Examples of bodies, and of schemas that have their own examples. */
const examplesIn = (of: Json, paths: Json, schemas: Json): [at: string, schema: Json, example: Json][] => [
  ...[...nodesOf(paths)]
    .filter(([, node]) => node.schema && node.example !== undefined)
    .map(([at, { schema, example }]): [string, Json, Json] => [at, schema, example]),
  ...Object.keys(schemas).flatMap((name) =>
    (of.components.schemas[name].examples ?? []).map((example: Json): [string, Json, Json] => [
      name,
      { $ref: `#/components/schemas/${name}` },
      example,
    ]),
  ),
];

/** The number of examples of request and response bodies, and the errors that their schemas report. */
async function wrongExamples(
  of: Json,
  paths: Json = of.paths,
  schemas: Json = of.components.schemas,
): Promise<{ count: number; wrong: string[] }> {
  const ajv = new Ajv2020({ strict: false, validateSchema: false, inlineRefs: false, code: { optimize: false } });
  addFormats.default(ajv);
  ajv.addSchema(of, 'openapi');
  const examples = examplesIn(of, paths, schemas);
  const bySchema = Map.groupBy(examples, ([, schema]) => schema.$ref ?? JSON.stringify(schema));
  const wrong: string[] = [];
  for (const [, some] of bySchema) {
    const schema = some[0]?.[1];
    const validate = ajv.compile(schema.$ref ? { $ref: `openapi${schema.$ref}` } : schema);
    for (const [at, , example] of some) if (!validate(example)) wrong.push(`${at}: ${ajv.errorsText(validate.errors)}`);
    // Yield, because the server runs in this process and would lose its connections.
    await nextTurn();
  }
  return { count: examples.length, wrong };
}

describe('the OpenAPI document', () => {
  it('is public', () => {
    assert.equal(status, 200);
    assert.match(headers.get('content-type') ?? '', /^application\/json/);
    assert.match(document.openapi, /^3\.1\./);
  });

  it('is valid OpenAPI 3.1', () => assertValid(document));

  it('has no broken reference', () => {
    assert.ok([...nodesOf(document)].some(([, node]) => node.$ref));
    assert.deepEqual(brokenReferences(document), []);
  });

  it('has every operation of every model', () => {
    const expected = app.registry.models.flatMap(({ path, readOnly }) => [
      `GET ${path}`,
      `GET ${path}/{id}`,
      `POST ${path}/search`,
      `GET ${path}/aggregate`,
      `GET ${path}/{id}/history`,
      ...(readOnly
        ? []
        : [
            `POST ${path}`,
            `PUT ${path}/{id}`,
            `PATCH ${path}/{id}`,
            `DELETE ${path}/{id}`,
            `POST ${path}/bulk`,
            `POST ${path}/{id}/restore`,
            `POST ${path}/{id}/revert`,
          ]),
    ]);
    const there = new Set(operationsOf(document).map(({ name }) => name));
    assert.ok(expected.length > 2000);
    assert.deepEqual(
      expected.filter((name) => !there.has(name)),
      [],
    );
  });

  it('has the parameter asOf on every GET of one record, and nowhere else', () => {
    for (const { name, path, parameters } of operationsOf(document)) {
      const one = name.startsWith('GET') && app.registry.models.some((model) => path === `${model.path}/{id}`);
      assert.equal(
        parameters.some((parameter) => parameter.name === 'asOf'),
        one,
        name,
      );
    }
  });

  it('has every route of every action', () => {
    const routes = modules.flatMap(({ actions }) => actions.flatMap((action) => action.routes));
    const there = new Set(operationsOf(document).map(({ name }) => name));
    assert.ok(routes.length > 5);
    assert.deepEqual(
      routes.filter(({ method, path }) => !there.has(`${method} ${path.replace(/:(\w+)/g, '{$1}')}`)),
      [],
    );
    for (const path of ['/api/identity/auth/login', '/health']) assert.ok(document.paths[path], path);
  });

  it('has a unique operationId for every operation', () => {
    const ids = operationsOf(document).map(({ spec }) => spec.operationId);
    assert.ok(ids.every((id) => typeof id === 'string' && id !== ''));
    assert.deepEqual(
      ids.filter((id, n) => ids.indexOf(id) !== n),
      [],
    );
  });

  it('declares exactly the parameters of its paths', () => {
    for (const { name, path, parameters } of operationsOf(document)) {
      const inPath = parameters.filter((parameter) => parameter.in === 'path');
      const named = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
      assert.deepEqual(inPath.map((parameter) => parameter.name).sort(), named.sort(), name);
      assert.ok(
        inPath.every((parameter) => parameter.required),
        name,
      );
    }
  });

  it('requires a session except for public operations', async () => {
    const open = operationsOf(document).filter(({ spec }) => spec.security?.length === 0);
    assert.ok(open.some(({ path }) => path === '/api/identity/auth/login'));
    assert.ok(Array.isArray(document.security) && document.security.length > 0);
    const closed = operationsOf(document).filter(({ spec }) => !spec.security);
    const first = new Map(closed.map((operation) => [operation.path.split('/').slice(0, 3).join('/'), operation]));
    for (const { name } of first.values()) {
      const [method = '', path = ''] = name.split(' ');
      const reply = await anonymous.request(method, path.replace(/\{\w+\}/g, admin.userId));
      assert.equal(reply.status, 401, name);
    }
  });

  it('has examples that match its schemas', async () => {
    const { count, wrong } = await wrongExamples(document);
    const written = app.registry.models.filter((model) => !model.readOnly).length;
    assert.ok(count > 4 * written, `${count} examples for ${written} models`);
    assert.deepEqual(wrong, []);
    for (const model of app.registry.models) {
      const [example] = document.components.schemas[schemaNames(model).record].examples;
      assert.deepEqual(Object.keys(example), [...model.fields.keys()], model.name);
    }
  });

  it('has an example for every body that creates a record', () => {
    for (const { path, readOnly } of app.registry.models) {
      if (readOnly) continue;
      assert.ok(document.paths[path].post.requestBody.content['application/json'].example, path);
      assert.ok(document.paths[`${path}/{id}`].put.requestBody.content['application/json'].example, path);
    }
  });

  it('has examples that the server accepts, when they refer to no other record', async () => {
    const refused: string[] = [];
    for (const model of app.registry.models) {
      const example = document.paths[model.path].post?.requestBody.content['application/json'].example;
      if (!example || Object.keys(example).some((key) => model.fields.get(key)?.declared.to !== undefined)) continue;
      const reply = await admin.post(`${model.path}?dryRun=true`, example);
      if (reply.status !== 201) refused.push(`${model.name}: ${reply.status} ${reply.body.error.message}`);
    }
    assert.deepEqual(refused, []);
  });

  it('says which fields are required, and shows no secrets in answers', () => {
    for (const model of app.registry.models) {
      const { [schemaNames(model).input]: input } = document.components.schemas;
      if (model.readOnly) {
        assert.equal(input, undefined, model.name);
        continue;
      }
      const { required = [] } = input;
      // A required field with a default may be left out.
      const expected = model.writable
        .filter(({ required, declared }) => required && declared.default === undefined)
        .map(({ key }) => key);
      assert.deepEqual(required, expected, model.name);
    }
    const { password } = document.components.schemas.User.properties;
    assert.deepEqual(Object.keys(password.properties), ['set']);
  });
});

describe('the OpenAPI document of a tenant', async () => {
  const owner = await tenant();
  const rocket = {
    moduleKey: 'inventory',
    slug: 'rockets',
    fields: [{ key: 'thrust', type: 'number', required: true }],
  };
  const shoeSize = { key: 'shoeSize', type: 'choice', options: [{ value: 'xl', label: 'XL' }], strict: true };
  const made = [
    await owner.post('/api/data/models', rocket),
    await owner.post('/api/data/models/sales/contacts/fields', shoeSize),
  ];
  const documentFor = async (client: Client): Promise<Json> => (await client.get('/openapi.json')).body;
  const own = await documentFor(owner);
  const ends = ['', '/{id}', '/search', '/aggregate', '/bulk', '/{id}/history', '/{id}/restore', '/{id}/revert'];
  const paths = ends.map((end) => `/api/inventory/rockets${end}`);

  it('is valid, including references and examples', async () => {
    assert.deepEqual(
      made.map((reply) => reply.status),
      [201, 201],
    );
    await assertValid(own);
    assert.deepEqual(brokenReferences(own), []);
    const touched = Object.entries(own.paths).filter(([path]) => /rockets|sales\/contacts/.test(path));
    const { Rocket, Contact } = own.components.schemas;
    const { count, wrong } = await wrongExamples(own, Object.fromEntries(touched), { Rocket, Contact });
    assert.ok(count >= 8);
    assert.deepEqual(wrong, []);
  });

  it('contains the tenant’s models', () => {
    for (const path of paths) assert.ok(own.paths[path], path);
    const input = own.components.schemas.RocketInput;
    assert.equal(input.properties.thrust.type, 'number');
    assert.deepEqual(input.required, ['thrust']);
  });

  it('contains the tenant’s fields next to the built-in ones', () => {
    for (const name of ['Contact', 'ContactInput', 'ContactPatch']) {
      const { properties } = own.components.schemas[name];
      assert.deepEqual(properties.shoeSize.enum, ['xl', null], name);
      assert.ok(properties.email, name);
    }
  });

  it('describes the answers for custom models and fields', async () => {
    const { status: created, body } = await owner.post('/api/inventory/rockets', { thrust: 7.5 });
    assert.equal(created, 201);
    assert.deepEqual(Object.keys(body), Object.keys(own.components.schemas.Rocket.properties));
    const contact = await owner.create('/api/sales/contacts', { firstName: 'Ada', shoeSize: 'xl' });
    assert.deepEqual(Object.keys(contact), Object.keys(own.components.schemas.Contact.properties));
  });

  it('is not shown to other tenants', async () => {
    const stranger = await tenant();
    const wrongToken = { authorization: 'Bearer not.a.token' };
    const others = [
      await documentFor(anonymous),
      await documentFor(stranger),
      (await anonymous.get('/openapi.json', wrongToken)).body,
    ];
    for (const other of others) {
      assert.deepEqual(
        paths.filter((path) => other.paths[path]),
        [],
      );
      assert.equal(other.components.schemas.Rocket, undefined);
      assert.equal(other.components.schemas.Contact.properties.shoeSize, undefined);
      assert.deepEqual(other, document);
    }
  });

  it('changes at once with the schema', async () => {
    const gone = await owner.delete('/api/data/models/inventory/rockets?withRecords=true');
    assert.equal(gone.status, 204, gone.text);
    const now = await documentFor(owner);
    assert.equal(now.paths['/api/inventory/rockets'], undefined);
    assert.ok(now.components.schemas.Contact.properties.shoeSize);
    const rows = await sql(`select type from events where type like 'model.%' order by xid, seq`);
    assert.deepEqual(
      rows.map(({ type }) => type),
      ['model.created', 'model.updated', 'model.deleted'],
    );
  });

  it('has unique schema names, whatever the tenant calls its models', async () => {
    const namesake = await tenant();
    for (const slug of ['errors', 'contactInputs', 'searches', 'lists', 'inputs']) {
      const model = { moduleKey: 'inventory', slug, fields: [{ key: `own${slug}`, type: 'text' }] };
      assert.equal((await namesake.post('/api/data/models', model)).status, 201, slug);
    }
    const { components } = await documentFor(namesake);
    assert.deepEqual(components.schemas.Error, document.components.schemas.Error);
    assert.deepEqual(components.schemas.ContactInput, document.components.schemas.ContactInput);
    assert.ok(components.schemas['Model.Error'].properties.ownerrors);
    assert.ok(components.schemas['Model.ContactInputInput'].properties.owncontactInputs);
  });
});

describe('the OpenAPI document of a module', () => {
  const { modules } = app.registry;

  it('is valid alone, and all modules together are the full document', async () => {
    const paths: Json = {};
    const schemas: Json = {};
    for (const { key } of modules) {
      const { status, body } = await anonymous.get(`/openapi/${key}.json`);
      assert.equal(status, 200, key);
      await assertValid(body);
      assert.deepEqual(brokenReferences(body), [], key);
      assert.deepEqual(
        Object.keys(body.paths).filter((path) => !path.startsWith(`/api/${key}/`)),
        [],
      );
      Object.assign(paths, body.paths);
      Object.assign(schemas, body.components.schemas);
    }
    const own = await anonymous.get('/openapi/inventory.json');
    assert.deepEqual(
      own.body.components.schemas.User,
      document.components.schemas.User,
      'records that can be included',
    );
    const isOfModule = (path: string) => path.startsWith('/api/');
    assert.deepEqual(
      Object.keys(document.paths).filter((path) => !isOfModule(path)),
      [
        '/',
        '/health',
        '/metrics',
        '/version',
        '/.well-known/oauth-protected-resource',
        '/.well-known/oauth-protected-resource/api/ai/mcp',
      ],
    );
    assert.deepEqual(paths, Object.fromEntries(Object.entries(document.paths).filter(([path]) => isOfModule(path))));
    assert.deepEqual(schemas, document.components.schemas);
  });

  it('is small enough to be read by people and generators', async () => {
    const { text } = await anonymous.get('/openapi/sales.json', { 'accept-encoding': 'identity' });
    // The document grows with the number of models, not with what is written about each.
    const models = app.registry.models.filter(({ moduleKey }) => moduleKey === 'sales').length;
    assert.ok(text.length <= models * 18_500, `${text.length} bytes`);
  });

  it('is 404 when there is no such module', async () => {
    for (const file of ['nothing.json', 'sales', '.json', 'sales.yaml'])
      assert.equal((await anonymous.get(`/openapi/${file}`)).status, 404, file);
    assert.equal((await anonymous.post('/openapi/sales.json', {})).status, 405);
  });
});

describe('the OpenAPI document of a model', () => {
  it('is valid alone, and all models with the other operations are the document of the module', async () => {
    for (const moduleKey of ['identity', 'integrations']) {
      const paths: Json = {};
      const slugs = app.registry.models.filter((model) => model.moduleKey === moduleKey).map(({ slug }) => slug);
      for (const slug of [...slugs, 'other-operations']) {
        const { status, body } = await anonymous.get(`/openapi/${moduleKey}/${slug}.json`);
        assert.equal(status, 200, slug);
        await assertValid(body);
        assert.deepEqual(brokenReferences(body), [], slug);
        assert.equal(
          Object.keys(body.paths).some((path) => path in paths),
          false,
          slug,
        );
        Object.assign(paths, body.paths);
      }
      assert.deepEqual(paths, (await anonymous.get(`/openapi/${moduleKey}.json`)).body.paths);
    }
  });
});

describe('an OpenAPI document that a client has cached', () => {
  it('is not sent again until it changes', async () => {
    for (const path of ['/openapi.json', '/openapi/forms.json']) {
      const owner = await tenant();
      const { headers: first, text } = await owner.get(path, { 'accept-encoding': 'identity' });
      const etag = first.get('etag') ?? '';
      assert.match(etag, /^"[\w-]+"$/);
      assert.equal(Number(first.get('content-length')), Buffer.byteLength(text));
      const again = await owner.get(path, { 'if-none-match': `"other", ${etag}` });
      assert.deepEqual([again.status, again.text], [304, '']);
      assert.equal((await anonymous.get(path, { 'if-none-match': etag })).status, 304);
      const head = await owner.request('HEAD', path);
      assert.deepEqual([head.status, head.headers.get('etag'), head.text], [200, etag, '']);
      const field = { key: 'since', type: 'text' };
      assert.equal((await owner.post('/api/data/models/forms/forms/fields', field)).status, 201);
      const changed = await owner.get(path, { 'if-none-match': etag });
      assert.deepEqual([changed.status, changed.headers.get('etag') === etag], [200, false]);
    }
  });
});

describe('building an OpenAPI document', () => {
  it('does not block the event loop', async () => {
    const openApi = new OpenApi(modules.flatMap((module) => module.actions));
    let turns = 0;
    let done = false;
    const count = () => {
      turns += 1;
      if (!done) setImmediate(count);
    };
    setImmediate(count);
    const { bytes } = await openApi.document({ registry: app.registry });
    done = true;
    assert.ok(bytes > 1_000_000);
    assert.ok(turns > 10, `${turns} turns of the event loop`);
  });

  it('rebuilds only the parts that a tenant changed', async () => {
    const openApi = new OpenApi(modules.flatMap((module) => module.actions));
    const [id, other] = ['01930000-0000-7000-8000-00000000000a', '01930000-0000-7000-8000-00000000000b'];
    const field = { id, moduleKey: 'sales', slug: 'contacts', key: 'own', definedAt: '', definition: { type: 'text' } };
    const model = {
      id: other,
      moduleKey: 'identity',
      slug: 'me',
      definition: { modelKey: 'mine', label: 'Mine', labelPlural: 'Mine' },
    };
    const schema = {
      models: [model],
      fields: [field],
      rules: [],
      duplicateChecks: [],
      indexes: [],
      bytes: 100,
      reduced: [],
      omittedCount: 0,
    } as CustomSchema;
    const ofProduct = await openApi.document({ registry: app.registry });
    const ofTenant = await openApi.document({ registry: extendRegistry(app.registry, schema) });
    const shared = new Set(ofProduct.parts);
    const added = ofTenant.parts.filter((part) => !shared.has(part)).reduce((sum, { length }) => sum + length, 0);
    assert.ok(added < 100_000, `${added} bytes of its own`);
    // The model and an action have the same path; the document contains both.
    const { paths } = JSON.parse(Buffer.concat(ofTenant.parts).toString());
    assert.ok(paths['/api/identity/me'].post && paths['/api/identity/me'].get);
    const same = await openApi.document({ registry: app.registry });
    assert.deepEqual([same.digest, same.bytes], [ofProduct.digest, ofProduct.bytes]);
  });
});

describe('the reference at /docs', async () => {
  const page = await anonymous.get('/docs');
  const reference = await anonymous.get('/docs/sales/contacts');
  const tags = [...`${page.text}${reference.text}`.matchAll(/<(script|link|img|iframe)\b([^>]*)>/g)].filter(
    ([tag]) => tag !== '<link rel="icon" href="data:,">',
  );
  const assets = tags.flatMap(([, tag, rest = '']) => /\b(?:src|href)="([^"]+)"/.exec(rest)?.[1] ?? [`${tag} without`]);
  const otherHost = /(?:https?:)?\/\/(?!$)[\w[]/i;

  it('is an HTML page', () => {
    assert.equal(page.status, 200);
    assert.match(page.headers.get('content-type') ?? '', /^text\/html/);
    assert.match(page.text, /^<!doctype html>/i);
  });

  it('loads only files of this server, each with the right content type', async () => {
    assert.ok(assets.some((url) => url.includes('.css')) && assets.some((url) => url.includes('.js')));
    for (const url of assets) {
      assert.ok(url.startsWith('/') && !url.startsWith('//'), url);
      const reply = await anonymous.get(url);
      assert.equal(reply.status, 200, url);
      const kind = url.includes('.css') ? /^text\/css/ : /^(?:text|application)\/javascript/;
      assert.match(reply.headers.get('content-type') ?? '', kind, url);
      assert.ok(reply.text.length > 100, url);
    }
  });

  it('names no other host, and neither do its scripts', async () => {
    assert.doesNotMatch(page.text, otherHost);
    assert.doesNotMatch(reference.text, otherHost);
    const start = assets.filter((url) => !url.includes('swagger-ui'));
    for (const url of start) assert.doesNotMatch((await anonymous.get(url)).text, otherHost, url);
    const styles = assets.filter((url) => url.includes('.css'));
    for (const url of styles) assert.doesNotMatch((await anonymous.get(url)).text, /url\(["']?(?!["']?data:)[^)]*\/\//);
  });

  it('has a content security policy that allows only scripts of this server', () => {
    const policy = page.headers.get('content-security-policy') ?? '';
    assert.match(policy, /(?:^|;)\s*script-src 'self'(?:;|$)/);
    assert.doesNotMatch(page.text, /<script(?![^>]*\bsrc=)[^>]*>/);
  });

  it('links every module and every model, each with a page that shows its document', async () => {
    const links = new Set([...page.text.matchAll(/<a href="([^"]+)"/g)].map(([, url]) => url));
    for (const { key } of app.registry.modules) assert.ok(links.has(`#${key}`), key);
    for (const { moduleKey, slug } of app.registry.models) assert.ok(links.has(`/docs/${moduleKey}/${slug}`), slug);
    for (const name of ['sales/contacts', 'identity/other-operations']) {
      assert.ok(links.has(`/docs/${name}`));
      const one = await anonymous.get(`/docs/${name}`);
      assert.equal(one.status, 200);
      assert.ok(one.text.includes(`data-url="/openapi/${name}.json"`));
      assert.equal((await anonymous.get(`/openapi/${name}.json`)).status, 200);
    }
    assert.ok(Buffer.byteLength(page.text) < 60_000, 'the first page is small');
    for (const name of ['sales/nothings', 'nothing/contacts', 'nothing/other-operations'])
      for (const path of [`/docs/${name}`, `/openapi/${name}.json`])
        assert.equal((await anonymous.get(path)).status, 404, path);
  });

  it('shows the custom models of the account to signed-in users', async () => {
    const owner = await tenant();
    const model = { moduleKey: 'inventory', slug: 'comets', labelPlural: 'Comets <b>' };
    assert.equal((await owner.post('/api/data/models', model)).status, 201);
    assert.match((await owner.get('/docs')).text, /<a href="\/docs\/inventory\/comets">Comets &lt;b&gt;<\/a>/);
    assert.equal((await anonymous.get('/docs/inventory/comets')).status, 404);
    assert.ok(!page.text.includes('comets'));
  });

  it('serves no other file of the machine', async () => {
    for (const path of ['package.json', '..%2f..%2fpackage.json', 'index.html', '%2e%2e/%2e%2e/src/server.ts']) {
      assert.equal((await anonymous.get(`/docs/assets/${path}`)).status >= 400, true, path);
    }
  });
});
