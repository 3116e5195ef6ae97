import type { Recipe } from './recipe.ts';

const unanswered = { firstRespondedAt: { null: true }, status: { in: ['new', 'open'] } } as const;

export const ticketEscalation: Recipe = {
  key: 'ticket-escalation',
  name: 'Escalate urgent tickets',
  description:
    'Looks every ten minutes for urgent tickets without an answer. If there is still none after an hour, the ticket is marked as escalated, and its owner gets a mail and a task.',
  type: 'service',
  modelKey: 'ui.supportTickets',
  trigger: 'schedule',
  // A ticket may become urgent later, which the trigger recordCreated would miss.
  triggerConfig: { cron: '*/10 * * * *', filter: { priority: 'urgent', escalated: { ne: true }, ...unanswered } },
  needs: [
    'Support tickets with an owner.',
    'The time of the first answer in the field firstRespondedAt: a ticket without it counts as unanswered.',
  ],
  steps: [
    { key: 'pause', name: 'Wait an hour', type: 'wait', config: { for: '1h' } },
    {
      key: 'check',
      name: 'Still no answer?',
      type: 'branch',
      config: {
        branches: [{ name: 'no answer', filter: { priority: 'urgent', ...unanswered }, next: 'mark' }],
        else: null,
      },
      next: null,
    },
    {
      key: 'mark',
      name: 'Mark as escalated',
      type: 'updateRecord',
      config: { target: 'record', values: { escalated: true } },
    },
    {
      key: 'tell',
      name: 'Tell the owner',
      type: 'notify',
      config: {
        to: 'owner',
        title: 'Urgent and without an answer: {{ record.ticketNumber }} {{ record.subject }}',
        text: 'The ticket has waited for more than an hour. Please answer now, or give it to somebody who can.',
      },
    },
    {
      key: 'task',
      name: 'Task for the owner',
      type: 'createTask',
      config: {
        title: 'Answer the urgent ticket {{ record.ticketNumber }}',
        description: '{{ record.subject }}',
        priority: 'urgent',
        dueIn: '0d',
        assignTo: 'owner',
      },
      next: null,
    },
  ],
};
