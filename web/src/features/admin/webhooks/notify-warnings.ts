import { notifications } from '@mantine/notifications';
import i18next from 'i18next';
import type { SavedWebhook } from './webhooks.ts';

/** Warns about patterns that match no event. The server accepts them, because their model may be created later. */
export function notifyWarnings({ warnings }: SavedWebhook): void {
  if (!warnings || warnings.length === 0) return;
  notifications.show({
    color: 'yellow',
    title: i18next.t('webhooks.warning', { ns: 'admin' }),
    message: warnings.map(({ message }) => message).join(' '),
    autoClose: 12_000,
  });
}
