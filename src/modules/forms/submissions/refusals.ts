/**
 * The reasons why a form refuses a submission, as the API words them. Pages translate them to the language of the
 * visitor.
 */
export const refusals = {
  notOpen: 'This form is not open yet.',
  closed: 'This form is closed.',
  notWorking: 'This form does not work: its submitAction is unknown, so nothing was stored.',
  full: 'This form takes no more submissions.',
  answered: 'You have answered this form already.',
  signIn: 'Sign in to answer this form.',
  otherAccount: 'This form is for users of another account.',
} as const;

/** The problem that an error page shows, by the kind of the error. */
export type Failure = 'tooMany' | 'tooLarge' | 'missing' | 'unreadable' | 'unavailable';

export type Refusal = keyof typeof refusals;
