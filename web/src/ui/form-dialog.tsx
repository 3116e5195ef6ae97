import { Button, Group, Modal, type ModalProps, Stack } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from './error-state.tsx';

interface FormDialogProps {
  readonly title: string;
  readonly size?: ModalProps['size'];
  /** What the dialog does: the words, the picture and the colour of its button. */
  readonly action: string;
  readonly icon?: ReactNode;
  readonly color?: string;
  /** While something is missing. */
  readonly disabled?: boolean;
  readonly isBusy?: boolean;
  /** Why it did not work. */
  readonly error?: Error | null;
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A dialog that asks for something and then does it. The Enter key does it too. */
export function FormDialog(props: FormDialogProps) {
  const {
    title,
    size,
    action,
    icon,
    color,
    disabled = false,
    isBusy = false,
    error,
    onSubmit,
    onClose,
    children,
  } = props;
  const { t } = useTranslation('common');
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // React passes the event on to a form that the dialog was opened from.
    event.stopPropagation();
    onSubmit(event);
  };
  return (
    <Modal opened onClose={onClose} title={title} {...(size !== undefined && { size })}>
      <form onSubmit={submit}>
        <Stack gap="sm">
          {children}
          {error && <ErrorState error={error} />}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t('cancel')}
            </Button>
            <Button
              type="submit"
              leftSection={icon}
              loading={isBusy}
              disabled={disabled}
              {...(color !== undefined && { color })}
            >
              {action}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
