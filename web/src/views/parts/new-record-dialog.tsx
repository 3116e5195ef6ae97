import { TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { RecordData } from '~/api/records.ts';
import { useRefresh } from '~/api/refresh.ts';
import { FormDialog } from '~/ui/form-dialog.tsx';

interface NewRecordDialogProps {
  readonly title: string;
  readonly size?: string;
  readonly label: string;
  readonly help?: string;
  readonly name: string;
  readonly onName: (name: string) => void;
  /** The path of the model. */
  readonly path: string;
  readonly create: (name: string) => Promise<RecordData>;
  /** Returns the address at which the new record opens. */
  readonly addressOf: (id: string) => string;
  readonly onClose: () => void;
  /** More inputs. */
  readonly children?: ReactNode;
}

/** Asks for the name of a new record, creates the record and opens it. */
export function NewRecordDialog(props: NewRecordDialogProps) {
  const { title, size, label, help, name, onName, path, create, addressOf, onClose, children } = props;
  const { t } = useTranslation('common');
  const refresh = useRefresh(path);
  const navigate = useNavigate();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => create(name.trim()),
    onSuccess: ({ _id }) => {
      refresh();
      navigate({ to: addressOf(_id) });
    },
  });
  return (
    <FormDialog
      title={title}
      {...(size !== undefined && { size })}
      action={t('create')}
      disabled={name.trim() === ''}
      isBusy={isPending}
      error={error}
      onSubmit={() => mutate()}
      onClose={onClose}
    >
      <TextInput
        label={label}
        description={help}
        value={name}
        onChange={(event) => onName(event.currentTarget.value)}
        maxLength={255}
        required
        data-autofocus
      />
      {children}
    </FormDialog>
  );
}
