import { notifications } from '@mantine/notifications';
import i18next from 'i18next';
import { errorText } from './error-text.ts';

/** Says that something was done. For an `undo`, see undo-notice.tsx. */
export const notifyDone = (message: string): void => {
  notifications.show({ message, color: 'teal' });
};

/** Says that something failed, in words. Stays until it is closed. */
export const notifyError = (error: unknown, title?: string): void => {
  notifications.show({ title, message: errorText(error, i18next.t), color: 'red', autoClose: 10_000 });
};
