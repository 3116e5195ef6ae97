import type { Recipe } from './recipe.ts';

export const renewalReminder: Recipe = {
  key: 'renewal-reminder',
  name: 'Renewal reminder',
  description:
    'Asks the owner to prepare a renewal 30 days before the renewal date of a product of an account, and reminds again a week before it. Products that were cancelled leave.',
  type: 'sales',
  modelKey: 'accountProducts',
  trigger: 'date',
  triggerConfig: {
    field: 'renewalDate',
    offset: '-30d',
    at: '08:00',
    filter: { status: { nin: ['expired', 'cancelled', 'competitor'] } },
  },
  goal: { status: { in: ['expired', 'cancelled'] } },
  needs: ['Products of accounts with a renewal date and an owner.'],
  steps: [
    {
      key: 'prepare',
      name: 'Prepare the renewal',
      type: 'createTask',
      config: {
        title: 'Prepare the renewal of {{ record.name | default: "a product" }}',
        description:
          'It renews on {{ record.renewalDate }}. Ask the customer whether it still fits, agree on the price, and send the offer.',
        dueIn: '7d',
        assignTo: 'owner',
      },
    },
    {
      key: 'pause',
      name: 'Wait until a week before',
      type: 'wait',
      config: { untilField: 'renewalDate', offset: '-7d' },
    },
    {
      key: 'remind',
      name: 'Remind the owner',
      type: 'notify',
      config: {
        to: 'owner',
        title: '{{ record.name | default: "A product" }} renews on {{ record.renewalDate }}',
        text: 'There is one week left. Is everything agreed with the customer?',
      },
    },
  ],
};
