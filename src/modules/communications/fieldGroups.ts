import { grouped } from '#core/fields/field.ts';
import { longText, text } from '#core/fields/index.ts';

/** The content of a mail. Its texts may exceed the default maximum of long texts; the body limit of a request bounds them. */
export const message = () =>
  grouped('Message', {
    subject: text({ maxLength: 998, search: true }),
    html: longText({ label: 'HTML', maxLength: 1_000_000 }),
    text: longText({ label: 'Plain text', maxLength: 1_000_000 }),
  });
