import { Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import i18next from 'i18next';

interface ConfirmInput {
  readonly title: string;
  readonly text: string;
  readonly confirm: string;
  /** The button is red. */
  readonly danger?: boolean;
  readonly onConfirm: () => void;
}

/** Asks before something that is hard to take back. */
export const confirmAction = ({ title, text, confirm, danger = true, onConfirm }: ConfirmInput): void => {
  modals.openConfirmModal({
    title,
    children: <Text size="sm">{text}</Text>,
    labels: { confirm, cancel: i18next.t('cancel') },
    confirmProps: danger ? { color: 'red' } : {},
    onConfirm,
  });
};
