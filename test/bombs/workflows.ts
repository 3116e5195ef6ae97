import assert from 'node:assert/strict';
import type { Json } from '../harness.ts';
import { activeWorkflow, enroll, hasStatus, workflowsPath } from '../workflow-tools.ts';
import type { Attack, Bomb } from './bomb.ts';

/** Texts, filters and schemas in the steps of a workflow, which a tenant writes. */

const nested = (open: string, close: string, depth: number): string => `${open.repeat(depth)}x${close.repeat(depth)}`;

const loop = '{% for i in (1..100000) %}';

/** Liquid that is small, and large or endless when it is rendered. */
const texts: Readonly<Record<string, string>> = {
  'loops in loops': nested(loop, '{% endfor %}', 4),
  'a huge range': '{% for i in (1..100000000000) %}x{% endfor %}',
  'a text that doubles': `{% assign a = "xxxxxxxxxx" %}${'{% assign a = a | append: a %}'.repeat(60)}{{ a }}`,
  'replacing each letter by a text':
    '{% assign a = "xxxxxxxxxxxxxxxxxxxx" %}' +
    '{% assign a = a | replace: "x", "xxxxxxxxxxxxxxxxxxxxxxxxxxxxx" %}'.repeat(12) +
    '{{ a }}',
};

const steps: Readonly<Record<string, (text: string) => Json>> = {
  createTask: (text) => ({ title: 'T', description: text }),
  updateRecord: (text) => ({ values: { description: text } }),
  notify: (text) => ({ to: 'workflowOwner', title: 'T', text }),
  sendEmail: (text) => ({ subject: 'S', text }),
  sendSms: (text) => ({ text }),
  http: (text) => ({ url: 'http://127.0.0.1:9/', body: { text } }),
};

const running = (type: string, name: string, text: string): Bomb => ({
  name: `a workflow with the step ${type}: ${name}`,
  async prepare({ victim, send }) {
    const config = steps[type]?.(text);
    const contact = await victim.create('/api/sales/contacts', {
      lastName: 'Byron',
      email: `${crypto.randomUUID()}@example.com`,
      mobilePhone: '+4915112345678',
    });
    const workflow = await activeWorkflow(victim, [{ key: 'bomb', type, config }]);
    const calm = await activeWorkflow(victim, [{ key: 'calm', type: 'addTag', config: { tag: 'calm' } }]);
    return async () => {
      const sent = await send('POST', '/api/marketing/workflowEnrollments', {
        workflowId: workflow._id,
        contactId: contact._id,
      });
      assert.equal(sent.status, 201, sent.text);
      // Another workflow goes on meanwhile.
      await hasStatus(victim, await enroll(victim, calm, contact), 'completed');
      const failed = await hasStatus(victim, JSON.parse(sent.text), 'failed', 'completed');
      assert.equal(failed.status, 'failed', `${type} ${name}`);
      assert.match(failed.error, /too long|longer|too large|larger|limit|too many|more than|took|time/i, failed.error);
    };
  },
});

/** Refused when the workflow is activated, or when it is written. */
const activating = (name: string, part: Json, field: RegExp): Bomb => ({
  name: `activating a workflow: ${name}`,
  async prepare({ send }: Attack) {
    const workflow = {
      name,
      modelKey: 'contacts',
      steps: [{ key: 'a', type: 'addTag', config: { tag: 'x' } }],
      ...part,
    };
    return async () => {
      const created = await send('POST', workflowsPath, workflow);
      const reply =
        created.status === 201
          ? await send('POST', `${workflowsPath}/${JSON.parse(created.text)._id}/activate`, {})
          : created;
      assert.ok([400, 413, 422].includes(reply.status), reply.text.slice(0, 500));
      assert.match(JSON.stringify(JSON.parse(reply.text).error), field);
    };
  },
});

/** An object in objects. It is not nested by JSON.stringify alone, because the body is checked for its depth, too. */
const deep = (depth: number): Json => {
  let value: Json = { title: 'x' };
  for (let n = 0; n < depth; n += 1) value = { and: [value] };
  return value;
};

const conditions = Array.from({ length: 3000 }, (_, n) => ({ title: { contains: `${'a*'.repeat(20)}${n}` } }));
const branchOf = (filter: Json): Json => ({
  steps: [
    { key: 'b', type: 'branch', config: { branches: [{ filter, next: 'a' }], else: null }, next: null },
    { key: 'a', type: 'addTag', config: { tag: 'x' }, next: null },
  ],
});

export const workflowBombs: readonly Bomb[] = [
  ...Object.entries(texts).map(([name, text]) => running('createTask', name, text)),
  ...Object.keys(steps)
    .filter((type) => type !== 'createTask')
    .map((type) => running(type, 'loops in loops', texts['loops in loops'] ?? '')),
  activating('conditions without end', { conditions: { or: conditions } }, /conditions|filter|values/i),
  activating('a branch with conditions without end', branchOf({ or: conditions }), /filter|values|large|long/i),
  activating('a branch with conditions in conditions', branchOf(deep(60)), /filter|deep|nested/i),
  activating('conditions deeper than JSON may be', branchOf(deep(1500)), /deep|nested/i),
  activating(
    'a text of tags in tags',
    {
      steps: [
        { key: 't', type: 'createTask', config: { title: 'T', description: nested('{% if a %}', '{% endif %}', 900) } },
      ],
    },
    /description|title|nested|deep/i,
  ),
  activating(
    'a text of one tag with many values',
    {
      steps: [
        {
          key: 't',
          type: 'createTask',
          config: { title: 'T', description: `{% if ${'a or '.repeat(4500)} a %}x{% endif %}` },
        },
      ],
    },
    /description|title|values/i,
  ),
];
