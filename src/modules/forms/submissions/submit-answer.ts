import type { RecordObject } from '#core/operations/validate.ts';

/** The same for every visitor, whatever became of the answers. */
export const answerOf = ({ successMessage, redirectUrl }: RecordObject) => ({
  message:
    typeof successMessage === 'string' && successMessage !== ''
      ? successMessage
      : 'Thank you. We have received your answers.',
  redirectUrl: typeof redirectUrl === 'string' ? redirectUrl : null,
});
