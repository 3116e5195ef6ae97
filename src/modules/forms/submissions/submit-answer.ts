import type { RecordObject } from '#core/operations/validate.ts';

/** The answer to a visitor. It does not depend on the result of the submission. */
export const answerOf = ({ successMessage, redirectUrl }: RecordObject) => ({
  message:
    typeof successMessage === 'string' && successMessage !== ''
      ? successMessage
      : 'Thank you. We have received your answers.',
  redirectUrl: typeof redirectUrl === 'string' ? redirectUrl : null,
});
