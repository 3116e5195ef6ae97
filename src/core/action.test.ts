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
    // @ts-expect-error: its answer is not of the type of its output.
    defineAction({ ...common, output: Type.Integer(), run: done });
    // @ts-expect-error: only actions that answer with files have their types.
    defineAction({ ...common, output: Type.String(), run: done, fileTypes: ['text/csv'] });
    // @ts-expect-error: an action that answers with files says which.
    defineAction({ ...common, answers: 'file', output: Type.Unknown(), run: done });
    // @ts-expect-error: only events are streamed.
    defineAction({ ...common, output: Type.String(), run: done, stream: async () => nothing() });
    // @ts-expect-error: events have no answer besides.
    defineAction({ ...common, answers: 'events', output: Type.String(), stream: async () => nothing() });
    // @ts-expect-error: what waits for others runs in no transaction, so it has no dry run anyway.
    defineAction({ ...common, output: Type.String(), run: done, waitsForOthers: true, dryRunAllowed: false });
    // @ts-expect-error: who may use a public action from a page is not a question of the own origin.
    defineAction({ ...common, access: 'public', output: Type.String(), run: done, ownOriginsOnly: true });
    // @ts-expect-error: files are uploaded only by callers who are known.
    defineAction({ ...common, access: 'public', output: Type.String(), run: done, takes: { kind: 'files', max: 1 } });
  });
});
