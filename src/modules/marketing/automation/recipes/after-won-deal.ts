import type { Recipe } from './recipe.ts';

export const afterWonDeal: Recipe = {
  key: 'after-won-deal',
  name: 'Tasks after a won deal',
  description:
    'When a deal is won, its owner gets a task to thank the customer and hand over, and another one two weeks later to ask how it goes.',
  type: 'sales',
  modelKey: 'opportunities',
  trigger: 'recordUpdated',
  triggerConfig: { fields: ['statusId'], filter: { 'statusId.category': 'won' } },
  needs: ['Deals with an owner.', 'At least one stage of the category won, in every pipeline.'],
  steps: [
    {
      key: 'handover',
      name: 'Thank and hand over',
      type: 'createTask',
      config: {
        title: 'Thank the customer and hand over: {{ record.name }}',
        description:
          'Thank the customer in person. Tell those who deliver what was promised, by when, and who decides on the other side.',
        dueIn: '1d',
        assignTo: 'owner',
      },
    },
    { key: 'pause', name: 'Wait two weeks', type: 'wait', config: { for: '14d' } },
    {
      key: 'followup',
      name: 'Ask how it goes',
      type: 'createTask',
      config: {
        title: 'Ask how it goes: {{ record.name }}',
        description: 'Does everything work as promised? If the customer is happy, ask who else should know us.',
        dueIn: '3d',
        assignTo: 'owner',
      },
    },
  ],
};
