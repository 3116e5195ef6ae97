import type { Recipe } from './recipe.ts';

const tag = 'incomplete';

export const dataHygiene: Recipe = {
  key: 'data-hygiene',
  name: 'Complete contacts',
  description:
    'Looks every Monday for contacts without an email address or an account, tags them, and gives their owner a task. The tag goes as soon as both are there. A contact that stays incomplete comes up again after three months.',
  type: 'internal',
  modelKey: 'contacts',
  trigger: 'schedule',
  triggerConfig: { cron: '0 7 * * 1', filter: { or: [{ email: { null: true } }, { accountId: { null: true } }] } },
  needs: ['Contacts with an owner.'],
  steps: [
    { key: 'tag', name: 'Tag the contact', type: 'addTag', config: { tag } },
    {
      key: 'task',
      name: 'Task for the owner',
      type: 'createTask',
      config: {
        title: 'Complete the contact {{ record.name | default: record.email }}',
        description:
          'Missing:{% unless record.email %} email address{% endunless %}{% unless record.accountId %} account{% endunless %}. Delete the contact if nobody needs it.',
        dueIn: '7d',
        assignTo: 'owner',
      },
    },
    { key: 'pause', name: 'Wait three months', type: 'wait', config: { for: '90d' }, next: null },
    {
      key: 'complete',
      name: 'Complete',
      type: 'goal',
      config: { filter: { email: { null: false }, accountId: { null: false } } },
    },
    { key: 'untag', name: 'Remove the tag', type: 'removeTag', config: { tag }, next: null },
  ],
};
