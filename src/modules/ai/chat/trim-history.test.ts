import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { LanguageModelV4Message, LanguageModelV4Prompt } from '@ai-sdk/provider';
import { trimHistory } from './trim-history.ts';

const model = 'gpt-4o';
/** Characters of history that fit the context window of the model. */
const window = 128_000 * 0.6 * 3;
const user = (text: string): LanguageModelV4Message => ({ role: 'user', content: [{ type: 'text', text }] });
const answer = (text: string): LanguageModelV4Message => ({ role: 'assistant', content: [{ type: 'text', text }] });
const call: LanguageModelV4Message = {
  role: 'assistant',
  content: [{ type: 'tool-call', toolCallId: 'c1', toolName: 'queryRecords', input: {} }],
};
const result = (text: string): LanguageModelV4Message => ({
  role: 'tool',
  content: [{ type: 'tool-result', toolCallId: 'c1', toolName: 'queryRecords', output: { type: 'text', value: text } }],
});
const rolesOf = (prompt: LanguageModelV4Prompt) => prompt.map(({ role }) => role);

describe('the history that is sent', () => {
  it('is whole while it fits', () => {
    const history = [user('a'), call, result('b'), answer('c')];
    assert.deepEqual(trimHistory(history, model), history);
  });

  it('loses results of tools first, then its oldest messages', () => {
    const long = 'x'.repeat(window / 2);
    const cut = trimHistory([user('a'), call, result(long), answer('b'), user(long), answer('c')], model);
    assert.deepEqual(rolesOf(cut), ['user', 'assistant', 'tool', 'assistant', 'user', 'assistant']);
    assert.match(JSON.stringify(cut[2]), /left out/);
    const twice = trimHistory([user(long), answer('b'), user(long), answer('c')], model);
    assert.deepEqual(rolesOf(twice), ['user', 'assistant']);
  });

  it('leaves room for the new message', () => {
    const long = 'x'.repeat(window / 2);
    const history = [user(long), answer('a'), user('b'), answer('c')];
    assert.equal(trimHistory(history, model).length, 4);
    assert.deepEqual(trimHistory(history, model, [user(long)]), history.slice(2));
    assert.deepEqual(trimHistory(history, model, [user('x'.repeat(window))]), []);
  });

  it('begins with a message of the user, also when its beginning was not read', () => {
    assert.deepEqual(rolesOf(trimHistory([result('a'), answer('b'), user('c'), answer('d')], model)), [
      'user',
      'assistant',
    ]);
    assert.deepEqual(trimHistory([call, result('a')], model), []);
  });
});
