import { Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import i18next from 'i18next';

interface Confirmation {
  readonly title: string;
  readonly text: string;
  readonly action: string;
  /** The button that does nothing, where the word `Cancel` could mean the action. */
  readonly dismiss?: string;
  readonly danger?: boolean;
  readonly run: () => void;
}

/** Asks for confirmation before an action that cannot be undone. */
export function confirm({ title, text, action, dismiss, danger = false, run }: Confirmation): void {
  modals.openConfirmModal({
    title,
    children: <Text size="sm">{text}</Text>,
    labels: { confirm: action, cancel: dismiss ?? i18next.t('cancel') },
    ...(danger && { confirmProps: { color: 'red' } }),
    onConfirm: run,
  });
}
