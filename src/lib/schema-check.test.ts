import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Type } from 'typebox';
import { schemaCheck } from './schema-check.ts';

const address = Type.String({ maxLength: 12, pattern: '^\\S+@\\S+$', description: 'An email address.' });
const check = schemaCheck(
  Type.Object({
    role: Type.Optional(Type.Union([Type.Literal('system'), Type.Literal('user'), Type.Literal('assistant')])),
    colour: Type.Optional(Type.String({ enum: ['red', 'green'] })),
    to: Type.Optional(Type.Union([address, Type.Array(address, { minItems: 1, maxItems: 2 })])),
    name: Type.Optional(Type.Union([Type.String({ maxLength: 3 }), Type.Null()])),
    text: Type.Optional(Type.String({ minLength: 1, pattern: '\\S' })),
    ownerId: Type.Optional(Type.String({ format: 'uuid' })),
    count: Type.Optional(Type.Integer({ minimum: 1 })),
    place: Type.Optional(
      Type.Union([Type.Object({ at: Type.Union([Type.Literal('start'), Type.Literal('end')]) }), Type.Null()]),
    ),
  }),
);

const words = (value: unknown) => check(value).map(({ instancePath, message }) => `${instancePath} ${message}`);

describe('errors of a schema', () => {
  it('name all options', () => {
    assert.deepEqual(words({ role: 'bot' }), ['/role must be system, user or assistant']);
    assert.deepEqual(words({ colour: 'blue' }), ['/colour must be red or green']);
    assert.deepEqual(words({ colour: 1 }), ['/colour must be red or green']);
  });

  it('are those of the schema that was meant, where there are several', () => {
    assert.deepEqual(words({ to: 'nobody' }), ['/to has the wrong form; expected: An email address']);
    assert.deepEqual(words({ to: [] }), ['/to must not be empty']);
    assert.deepEqual(words({ to: ['a@b', 'much-too-long@example'] }), ['/to/1 must have at most 12 characters']);
    assert.deepEqual(words({ name: 'long' }), ['/name must have at most 3 characters']);
    assert.deepEqual(words({ place: { at: 'middle' } }), ['/place/at must be start or end']);
  });

  it('say what kinds of values there may be, when none was meant', () => {
    assert.deepEqual(words({ to: 5 }), ['/to must be a string or an array']);
    assert.deepEqual(words({ name: false }), ['/name must be a string or null']);
    assert.deepEqual(words({ count: 'many' }), ['/count must be an integer']);
    assert.deepEqual(words({ place: 'here' }), ['/place must be an object or null']);
  });

  it('say the same thing once', () => {
    assert.deepEqual(words({ text: '' }), ['/text must not be empty']);
  });

  it('give an example of a form', () => {
    assert.match(words({ ownerId: 'me' })[0] ?? '', /^\/ownerId must be an id, such as [0-9a-f-]{36}$/);
  });
});
