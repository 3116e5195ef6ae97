import { notifications } from '@mantine/notifications';
import i18next from 'i18next';
import { errorText } from './error-text.ts';

/** Confirms that an action succeeded. For an offer to undo, see undo-notice.tsx. */
export const notifyDone = (message: string): void => {
  notifications.show({ message, color: 'teal' });
};

/** Reports a problem. It stays long enough to be read twice. */
export const notifyProblem = (message: string, title?: string): void => {
  notifications.show({ title, message, color: 'red', autoClose: 10_000 });
};

/** Reports an error. */
export const notifyError = (error: unknown, title?: string): void => notifyProblem(errorText(error, i18next.t), title);
