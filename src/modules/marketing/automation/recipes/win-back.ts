import { letter, type Recipe, workingHours } from './recipe.ts';

export const winBack: Recipe = {
  key: 'win-back',
  name: 'Win back quiet customers',
  description:
    'Looks every Monday for customers with whom nothing has happened for 180 days, writes to them twice, and then asks their owner to call. Who answers leaves.',
  type: 'marketing',
  modelKey: 'contacts',
  trigger: 'schedule',
  triggerConfig: {
    cron: '0 9 * * 1',
    filter: { lifecycleStage: 'customer', email: { null: false }, lastActivityAt: { lt: 'last180Days' } },
  },
  sendWindow: workingHours,
  needs: [
    'Contacts whose lifecycle stage is customer, with an email address and an owner.',
    'The name of your company in the settings, which signs the mails.',
  ],
  steps: [
    {
      key: 'hello',
      name: 'Ask how they are',
      type: 'sendEmail',
      config: {
        subject: 'It has been a while',
        text: letter(
          'We have not spoken for half a year, so I would like to ask: does everything work as you expected?',
          'If something is wrong, tell me, and I will take care of it myself. If all is well, I am glad to hear that too.',
        ),
      },
    },
    { key: 'pause1', name: 'Wait two weeks', type: 'wait', config: { for: '14d' } },
    {
      key: 'news',
      name: 'Offer a conversation',
      type: 'sendEmail',
      config: {
        subject: 'What has changed since we last spoke',
        text: letter(
          'A few things have changed here in the last months, and some of them may be useful to you. I do not want to send you a long list.',
          'Tell me what you are working on at the moment, and I will answer with the one or two things that fit.',
        ),
      },
    },
    { key: 'pause2', name: 'Wait a week', type: 'wait', config: { for: '7d' } },
    {
      key: 'call',
      name: 'Ask the owner to call',
      type: 'createTask',
      config: {
        title: 'Call {{ record.name | default: "the customer" }}: quiet for half a year',
        description: 'Two mails were sent, and there was no answer.',
        dueIn: '3d',
        assignTo: 'owner',
      },
    },
  ],
};
