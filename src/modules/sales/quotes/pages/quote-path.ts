import type { Services } from '#core/context.ts';

export const quotePath = '/q';

/** Takes the place of the customer's link in the record of a mail, because only the mail itself contains it. */
export const shownLink = ({ publicUrl }: Pick<Services, 'publicUrl'>): string => `${publicUrl()}${quotePath}/-/hidden`;
