import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assistantForFile } from '#test/ai/assistant.ts';
import { allFamilies, type Family, modelOf } from '#test/ai/fake-provider.ts';
import type { Json } from '#test/harness.ts';

const { app, provider } = await assistantForFile();
const { admin } = app;

const person = {
  type: 'object',
  properties: { name: { type: 'string', minLength: 1 }, age: { type: 'integer', minimum: 0 } },
  required: ['name', 'age'],
  additionalProperties: false,
};
const ask = (responseSchema: unknown, more: Json = {}) =>
  admin.post('/api/ai/text-completion/complete', {
    model: 'gpt-4o',
    messages: [{ role: 'user', content: 'Who wrote the first program?' }],
    includePlatformTools: false,
    responseSchema,
    ...more,
  });
const byFamily = (family: Family) => ask(person, { model: modelOf[family] });
const ada = { name: 'Ada', age: 36 };

for (const family of allFamilies) {
  describe(`a structured answer by ${family}`, () => {
    it('is a value that matches the schema', async () => {
      provider.says({ text: JSON.stringify(ada) });
      const { status, body, text } = await byFamily(family);
      assert.equal(status, 200, text);
      assert.deepEqual([body.object, body.text, body.iterations], [ada, JSON.stringify(ada), 1]);
      assert.ok(JSON.stringify(provider.asked[0]?.body).includes('"age"'), 'the provider gets the schema');
    });

    it('that does not match is asked for once more, with the problem', async () => {
      provider.says({ text: '{"name":"Ada","age":"old"}' }, { text: JSON.stringify(ada) });
      const { body } = await byFamily(family);
      assert.deepEqual([body.object, body.iterations, body.usage.totalTokens], [ada, 2, 30]);
      assert.match(JSON.stringify(provider.asked[1]?.body), /cannot be used: \/age must be integer/);
    });

    it('that does not match twice is an error of the provider', async () => {
      provider.says({ text: 'Ada Lovelace, of course.' });
      const { status, body } = await byFamily(family);
      assert.deepEqual([status, body.error.code, provider.asked.length], [502, 'ai_provider_error', 2]);
      assert.match(body.error.message, new RegExp(`The answer of ${family} cannot be used: it is not JSON`));
    });
  });
}

describe('a structured answer', () => {
  it('that is nested too deep is an error of the provider', async () => {
    const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
    for (const text of [deep(65), deep(50_000)]) {
      provider.says({ text });
      const { status, body } = await ask({ type: 'array' });
      assert.deepEqual([status, body.error?.code], [502, 'ai_provider_error']);
    }
    provider.says({ text: deep(64) });
    assert.equal((await ask({ type: 'array' })).status, 200);
  });

  it('may be in a block of Markdown', async () => {
    provider.says({ text: `\`\`\`json\n${JSON.stringify(ada)}\n\`\`\`` });
    assert.deepEqual((await ask(person)).body.object, ada);
  });

  it('comes after tools have run', async () => {
    provider.says({ calls: [{ name: 'queryRecords', args: { model: 'contacts' } }] }, { text: JSON.stringify(ada) });
    const { body } = await ask(person, { includePlatformTools: true });
    assert.deepEqual([body.object, body.toolCalls.length], [ada, 1]);
  });

  it('that was cut off is not asked for again', async () => {
    provider.says({
      raw: JSON.stringify({
        id: 'c',
        object: 'chat.completion',
        created: 1,
        model: 'gpt-4o',
        choices: [{ index: 0, message: { role: 'assistant', content: '{"name":"A' }, finish_reason: 'length' }],
      }),
    });
    const { status, body } = await ask(person);
    assert.deepEqual([status, provider.asked.length], [502, 1]);
    assert.match(body.error.message, /cut off, because it reached maxTokens/);
  });

  it('follows references within the schema', async () => {
    const tree = {
      type: 'object',
      properties: { children: { type: 'array', items: { $ref: '#' } } },
      required: ['children'],
    };
    provider.says({ text: '{"children":[{"children":[]},{}]}' }, { text: '{"children":[{"children":[]}]}' });
    const { body } = await ask(tree);
    assert.deepEqual([body.object, body.iterations], [{ children: [{ children: [] }] }, 2]);
  });
});

describe('a responseSchema', () => {
  it('that is no JSON Schema is refused with the reason', async () => {
    provider.says({ text: '{}' });
    for (const [schema, reason] of [
      [{ type: 'person' }, /\/type must be one or several of string, number/],
      [{ properties: { a: { type: 'text' } } }, /\/properties\/a\/type must be one or several/],
      [{ properties: ['a'] }, /\/properties must be an object of schemas/],
      [{ required: 'a' }, /\/required must be a list of texts/],
      [{ items: [{ minLength: -1 }] }, /\/items\/0\/minLength must be a whole number/],
      [{ anyOf: [] }, /\/anyOf must be a list of schemas/],
      [{ pattern: '(' }, /\/pattern must be a regular expression/],
      [{ patternProperties: { '[': {} } }, /\/patternProperties has the key \[, which is no regular expression/],
      [{ $ref: 'https://example.com/schema' }, /\/\$ref must refer to a part of the schema/],
      [{ additionalProperties: 3 }, /\/additionalProperties must be an object/],
    ] as const) {
      const { status, body } = await ask(schema);
      assert.deepEqual([status, body.error.details[0].field], [422, 'responseSchema'], JSON.stringify(schema));
      assert.match(body.error.message, reason);
    }
    assert.equal(provider.asked.length, 0);
  });

  it('that is hostile does no harm', async () => {
    let deep: Json = { type: 'string' };
    for (let n = 0; n < 60; n += 1) deep = { properties: { a: deep } };
    const tooDeep = await ask(deep);
    assert.equal(tooDeep.status, 422);
    assert.match(tooDeep.body.error.message, /nested more than 40 levels/);

    const huge = await ask({ enum: Array.from({ length: 20_000 }, (_, n) => `value ${n}`) });
    assert.equal(huge.status, 422);
    assert.match(huge.body.error.message, /at most 100,000 characters/);

    // Backtracking would take longer than the age of the universe.
    provider.says({ text: JSON.stringify({ a: `${'a'.repeat(100)}!` }) });
    for (const schema of [
      { properties: { a: { type: 'string', pattern: '^(a+)+$' } } },
      { patternProperties: { '^(a|a)*$': false }, propertyNames: { pattern: '^(a+)+b$' }, additionalProperties: false },
      { $ref: '#' },
      { anyOf: [{ $ref: '#' }, { $ref: '#' }] },
      { properties: { constructor: { type: 'integer' }, a: { const: 1 } } },
    ])
      for (const family of allFamilies) {
        const others = admin.get('/api/sales/contacts');
        const { status, text } = await ask(schema, { model: modelOf[family] });
        assert.equal(status, 502, text);
        assert.equal((await others).status, 200);
      }
  });
});
