import { letter, type Recipe, workingHours } from './recipe.ts';

export const welcomeSeries: Recipe = {
  key: 'welcome-series',
  name: 'Welcome series',
  description:
    'Welcomes new contacts with three short mails in ten days. Who answers leaves. Imported contacts are left out.',
  type: 'marketing',
  modelKey: 'contacts',
  trigger: 'recordCreated',
  triggerConfig: { filter: { email: { null: false }, source: { ne: 'import' } } },
  sendWindow: workingHours,
  needs: ['Contacts with an email address.', 'The name of your company in the settings, which signs the mails.'],
  steps: [
    {
      key: 'welcome',
      name: 'Welcome',
      type: 'sendEmail',
      config: {
        subject: 'Welcome{% if record.firstName %}, {{ record.firstName }}{% endif %}',
        text: letter(
          'Thank you for getting in touch. It is good to have you here.',
          'You will hear from us twice more in the next days: once with a few tips to get started, and once with a question. If you need anything before that, just answer this mail. A person reads it.',
        ),
      },
    },
    { key: 'pause1', name: 'Wait three days', type: 'wait', config: { for: '3d' } },
    {
      key: 'tips',
      name: 'First steps',
      type: 'sendEmail',
      config: {
        subject: 'Three things that help at the beginning',
        text: letter(
          'People who get the most out of working with us usually do three things first:',
          '1. They tell us what they want to achieve. One sentence is enough.\n2. They start with one small thing, and see how it goes.\n3. They ask early. Most questions take us two minutes to answer.',
          'What would you like to achieve first? Answer this mail, and we will suggest a good place to start.',
        ),
      },
    },
    { key: 'pause2', name: 'Wait a week', type: 'wait', config: { for: '7d' } },
    {
      key: 'question',
      name: 'How is it going?',
      type: 'sendEmail',
      config: {
        subject: 'How is it going?',
        text: letter(
          'You have known us for ten days now. Is there anything that you expected and did not find, or that we could explain better?',
          'One line is enough. We read every answer, and we answer every question.',
        ),
      },
    },
  ],
};
