import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Type } from 'typebox';
import { defineAction } from './action.ts';

const common = {
  name: 'data.sample',
  summary: 'A sample',
  routes: [{ method: 'GET', path: '/api/data/sample' }],
  access: 'data:read',
  input: Type.Object({}),
} as const;
const done = async () => ({ body: 'done' });
const nothing = async function* () {};

describe('the declaration of an action', () => {
  it('answers with JSON unless it says otherwise', () => {
    assert.equal(defineAction({ ...common, output: Type.String(), run: done }).answers, 'json');
    const feed = defineAction({
      ...common,
      answers: 'jsonOrEvents',
      output: Type.String(),
      run: done,
      stream: async () => nothing(),
    });
    assert.equal(feed.answers, 'jsonOrEvents');
  });

  it('does not compile with members of another kind', () => {
    // @ts-expect-error: the answer does not match the type of the output.
    defineAction({ ...common, output: Type.Integer(), run: done });
    // @ts-expect-error: only actions that answer with files have file types.
    defineAction({ ...common, output: Type.String(), run: done, fileTypes: ['text/csv'] });
    // @ts-expect-error: an action that answers with files must declare their types.
    defineAction({ ...common, answers: 'file', output: Type.Unknown(), run: done });
    // @ts-expect-error: only actions that answer with events have a stream.
    defineAction({ ...common, output: Type.String(), run: done, stream: async () => nothing() });
    // @ts-expect-error: an action that answers only with events has no output.
    defineAction({ ...common, answers: 'events', output: Type.String(), stream: async () => nothing() });
    // @ts-expect-error: an action that waits for others has no transaction, and so no dry run to forbid.
    defineAction({ ...common, output: Type.String(), run: done, waitsForOthers: true, dryRunAllowed: false });
    // @ts-expect-error: public actions cannot be limited to own origins.
    defineAction({ ...common, access: 'public', output: Type.String(), run: done, ownOriginsOnly: true });
    // @ts-expect-error: public actions cannot take uploads.
    defineAction({ ...common, access: 'public', output: Type.String(), run: done, takes: { kind: 'files', max: 1 } });
  });
});
