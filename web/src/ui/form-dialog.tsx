import { Button, Group, Modal, type ModalProps, Stack } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from './error-state.tsx';
import { Form } from './form.tsx';

interface FormDialogProps {
  readonly title: string;
  readonly size?: ModalProps['size'];
  /** The label, icon and colour of the button that submits. */
  readonly action: string;
  readonly icon?: ReactNode;
  readonly color?: string;
  /** True while a required input is missing. */
  readonly disabled?: boolean;
  readonly isBusy?: boolean;
  /** The reason why the last attempt failed. */
  readonly error?: Error | null;
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A dialog with inputs and one button that submits them. */
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
  return (
    <Modal opened onClose={onClose} title={title} {...(size !== undefined && { size })}>
      <Form onSubmit={onSubmit}>
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
      </Form>
    </Modal>
  );
}
