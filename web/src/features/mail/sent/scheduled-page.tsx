import { ActionIcon, Button, Menu, Text } from '@mantine/core';
import { IconCalendarTime, IconDots, IconPencil, IconX } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RecordData } from '~/api/records.ts';
import { useRefresh } from '~/api/refresh.ts';
import { useCan } from '~/metadata/access.ts';
import { notifyDone, notifyError } from '~/ui/notify.ts';
import { Page } from '~/ui/page.tsx';
import type { Column } from '~/ui/table/column.ts';
import { confirm } from '~/views/parts/confirm.tsx';
import { useFormat } from '~/views/parts/format.ts';
import { PagedTable } from '~/views/parts/paged-table.tsx';
import { mailApi, paths } from '../mail-api.ts';
import { addressesOf } from './addresses.ts';
import { RescheduleDialog } from './reschedule-dialog.tsx';

/** The scheduled mails. */
export function ScheduledPage() {
  const { t } = useTranslation('mail');
  const format = useFormat();
  const mayWrite = useCan().scope('communications:write');
  const refresh = useRefresh(paths.emails);
  const [moving, setMoving] = useState<RecordData>();
  const cancel = useMutation({
    mutationFn: (id: string) => mailApi.cancelScheduled(id),
    onSuccess: () => notifyDone(t('scheduled.cancelled')),
    onError: (error) => notifyError(error),
    onSettled: refresh,
  });
  const askToCancel = (mail: RecordData) =>
    confirm({
      title: t('scheduled.cancel.title'),
      text: t('scheduled.cancel.text', { subject: String(mail.subject ?? '') }),
      action: t('scheduled.cancel.action'),
      danger: true,
      run: () => cancel.mutate(mail._id),
    });
  const columns: Column[] = [
    { key: 'subject', title: t('sent.subject'), cell: ({ subject }) => String(subject || t('sent.noSubject')) },
    { key: 'to', title: t('sent.to'), cell: ({ to }) => <Text size="sm">{addressesOf(to)}</Text> },
    { key: 'scheduledAt', title: t('schedule.time'), cell: ({ scheduledAt }) => format.time(scheduledAt) },
  ];
  return (
    <Page title={t('pages.scheduled')} description={t('scheduled.description')}>
      <PagedTable
        label={t('pages.scheduled')}
        path={paths.emails}
        sort={['scheduledAt']}
        filter={{ status: 'scheduled' }}
        columns={columns}
        search={t('sent.search')}
        linkTo={({ _id }) => `/mail/sent/${_id}`}
        actions={mayWrite && ((mail) => <MailMenu onMove={() => setMoving(mail)} onCancel={() => askToCancel(mail)} />)}
        empty={{
          icon: IconCalendarTime,
          title: t('scheduled.empty.title'),
          text: t('scheduled.empty.text'),
          action: mayWrite && (
            <Button component={Link} to="/mail/compose" size="xs">
              {t('pages.compose')}
            </Button>
          ),
        }}
      />
      {moving && <RescheduleDialog mail={moving} onClose={() => setMoving(undefined)} />}
    </Page>
  );
}

interface MailMenuProps {
  readonly onMove: () => void;
  readonly onCancel: () => void;
}

function MailMenu({ onMove, onCancel }: MailMenuProps) {
  const { t } = useTranslation('mail');
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={t('common:actions')}>
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPencil size={14} />} onClick={onMove}>
          {t('scheduled.change')}
        </Menu.Item>
        <Menu.Item leftSection={<IconX size={14} />} color="red" onClick={onCancel}>
          {t('scheduled.cancel.action')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
