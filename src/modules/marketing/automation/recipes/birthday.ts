import { letter, type Recipe } from './recipe.ts';

export const birthday: Recipe = {
  key: 'birthday',
  name: 'Birthday wishes',
  description: 'Sends a short mail on the birthday of a contact, every year.',
  type: 'marketing',
  modelKey: 'contacts',
  trigger: 'date',
  triggerConfig: { field: 'birthday', yearly: true, at: '09:00', filter: { email: { null: false } } },
  needs: [
    'Contacts with a birthday and an email address.',
    'The name of your company in the settings, which signs the mail.',
  ],
  steps: [
    {
      key: 'wishes',
      name: 'Wishes',
      type: 'sendEmail',
      config: {
        subject: 'Happy birthday{% if record.firstName %}, {{ record.firstName }}{% endif %}!',
        text: letter(
          'All of us wish you a happy birthday. Have a good day with people you like, and a good year after it.',
          'There is nothing to click and nothing to buy today. Enjoy the cake.',
        ),
      },
    },
  ],
};
