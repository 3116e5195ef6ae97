import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RecordData } from '~/api/records.ts';
import { useRefresh } from '~/api/refresh.ts';
import { FormDialog } from '~/ui/form-dialog.tsx';
import { notifyDone, notifyError } from '~/ui/notify.ts';
import { isPast, TimeInput } from '~/views/mail/time-input.tsx';
import { useFormat } from '~/views/parts/format.ts';
import { mailApi, paths } from '../mail-api.ts';

interface RescheduleDialogProps {
  readonly mail: RecordData;
  readonly onClose: () => void;
}

/** Changes the time at which a scheduled mail is sent. */
export function RescheduleDialog({ mail, onClose }: RescheduleDialogProps) {
  const { t } = useTranslation('mail');
  const format = useFormat();
  const refresh = useRefresh(paths.emails);
  const [sendAt, setSendAt] = useState<string | undefined>(String(mail.scheduledAt));
  const save = useMutation({
    mutationFn: (at: string) => mailApi.reschedule(mail._id, at),
    onSuccess: (_, at) => {
      notifyDone(t('scheduled.changed', { time: format.time(at) }));
      onClose();
    },
    onError: (error) => notifyError(error),
    onSettled: refresh,
  });
  return (
    <FormDialog
      title={t('scheduled.change')}
      action={t('common:save')}
      disabled={sendAt === undefined || isPast(sendAt)}
      isBusy={save.isPending}
      onSubmit={() => sendAt !== undefined && save.mutate(sendAt)}
      onClose={onClose}
    >
      <TimeInput value={sendAt} onChange={setSendAt} />
    </FormDialog>
  );
}
