import type { PageAnswer, Visit } from '#core/page.ts';
import { mailTextsFor } from './languages/index.ts';

/** The answer to an invalid token, or one whose mail or tenant was deleted. */
export const invalidLink = (visit: Visit): PageAnswer => {
  const { language, invalidLink: texts } = mailTextsFor(visit);
  return {
    status: 404,
    language,
    title: texts.title,
    main: `<h1>${texts.title}</h1>
    <p>${texts.reason}</p>
    <p>${texts.help}</p>`,
  };
};
