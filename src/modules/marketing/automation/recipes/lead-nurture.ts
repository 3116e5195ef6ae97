import { letter, type Recipe, workingHours } from './recipe.ts';

export const leadNurture: Recipe = {
  key: 'lead-nurture',
  name: 'Lead nurture',
  description:
    'Writes to new leads three times in nine days, and then asks their owner to call. Leads that answer, that are converted or that are lost leave.',
  type: 'sales',
  modelKey: 'leads',
  trigger: 'recordCreated',
  triggerConfig: { filter: { email: { null: false }, source: { ne: 'import' } } },
  goal: { 'statusId.category': { in: ['won', 'lost'] } },
  sendWindow: workingHours,
  needs: [
    'Leads with an email address and an owner.',
    'The name of your company in the settings, which signs the mails.',
  ],
  steps: [
    {
      key: 'thanks',
      name: 'Thank you',
      type: 'sendEmail',
      config: {
        subject: 'Thank you for your interest',
        text: letter(
          'Thank you for your interest in {{ company.name | default: "our work" }}. I am your contact here, and I would like to understand what you are looking for.',
          'Could you tell me in a sentence or two what you would like to change, and by when? Then I can answer with something useful instead of a brochure.',
        ),
      },
    },
    { key: 'pause1', name: 'Wait four days', type: 'wait', config: { for: '4d' } },
    {
      key: 'question',
      name: 'One question',
      type: 'sendEmail',
      config: {
        subject: 'One question',
        text: letter(
          'When others look for what you are looking for, the most important point is usually one of these three: the price, the time that it takes, or the people who have to work with it afterwards.',
          'Which one is it for you? Answer with one word, and I will send you what others in your place decided, and why.',
        ),
      },
    },
    { key: 'pause2', name: 'Wait five days', type: 'wait', config: { for: '5d' } },
    {
      key: 'offer',
      name: 'Offer a call',
      type: 'sendEmail',
      config: {
        subject: 'Fifteen minutes?',
        text: letter(
          'A short call often answers more than several mails. I have time this week and next week: which day suits you?',
          'If it is not the right moment, tell me so, and I will not write again.',
        ),
      },
    },
    { key: 'pause3', name: 'Wait two days', type: 'wait', config: { for: '2d' } },
    {
      key: 'call',
      name: 'Ask the owner to call',
      type: 'createTask',
      config: {
        title: 'Call {{ record.name | default: "the lead" }}',
        description: 'Three mails were sent, and there was no answer. A call decides whether to go on.',
        dueIn: '2d',
        assignTo: 'owner',
      },
    },
  ],
};
