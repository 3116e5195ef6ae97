import { Text } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Page } from '~/ui/page.tsx';
import type { Column } from '~/ui/table/column.ts';
import { useFormat } from '~/views/parts/format.ts';
import { PagedTable } from '~/views/parts/paged-table.tsx';
import { StatusBadge } from '~/views/parts/status-badge.tsx';
import { paths } from '../mail-api.ts';
import { addressesOf } from './addresses.ts';

const model = 'communications.emails';
const notSent = ['draft', 'scheduled', 'received'];
const fields = ['subject', 'to', 'status', 'type', 'sentAt', 'createdAt', 'openCount', 'clickCount', 'unconfirmed'];

/** Mails that were sent or are being sent. */
export function SentPage() {
  const { t } = useTranslation('mail');
  const format = useFormat();
  const columns: Column[] = [
    { key: 'subject', title: t('sent.subject'), cell: ({ subject }) => String(subject || t('sent.noSubject')) },
    { key: 'to', title: t('sent.to'), cell: ({ to }) => <Text size="sm">{addressesOf(to)}</Text> },
    { key: 'status', title: t('status'), cell: ({ status }) => <StatusBadge model={model} value={status} /> },
    {
      key: 'type',
      title: t('sent.type'),
      wide: true,
      cell: ({ type }) => <StatusBadge model={model} field="type" value={type} />,
    },
    {
      key: 'sentAt',
      title: t('sent.sentAt'),
      wide: true,
      cell: ({ sentAt, createdAt }) => format.time(sentAt ?? createdAt),
    },
    {
      key: 'openCount',
      title: t('counts.opened'),
      align: 'right',
      wide: true,
      cell: (r) => format.number(r.openCount),
    },
    {
      key: 'clickCount',
      title: t('counts.clicked'),
      align: 'right',
      wide: true,
      cell: (r) => format.number(r.clickCount),
    },
  ];
  return (
    <Page title={t('pages.sent')} description={t('sent.description')}>
      <PagedTable
        label={t('pages.sent')}
        path={paths.emails}
        sort={['-createdAt']}
        fields={fields}
        filter={{ direction: 'outbound', status: { nin: notSent } }}
        columns={columns}
        search={t('sent.search')}
        choices={[
          { model, field: 'status', without: notSent },
          { model, field: 'type' },
        ]}
        linkTo={({ _id }) => `/mail/sent/${_id}`}
        empty={{ icon: IconSend, title: t('sent.empty') }}
      />
    </Page>
  );
}
