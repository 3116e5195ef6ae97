import { Anchor, Text } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { RecordData } from '~/api/records.ts';
import type { Column } from '~/ui/table/column.ts';
import { useFormat } from '~/views/parts/format.ts';
import { PagedTable } from '~/views/parts/paged-table.tsx';
import { StatusBadge } from '~/views/parts/status-badge.tsx';
import { paths } from '../mail-api.ts';
import { ErrorCell } from '../parts/error-cell.tsx';

const model = 'communications.emailSnapshotContacts';
const times = ['clickedAt', 'openedAt', 'bouncedAt', 'unsubscribedAt', 'deliveredAt', 'sentAt'];

/** The recipients of a mailing, with the delivery result of each mail. */
export function Recipients({ batchId }: { readonly batchId: string }) {
  const { t } = useTranslation('mail');
  const format = useFormat();
  const columns: Column[] = [
    { key: 'email', title: t('recipients.email'), cell: (record) => <Address record={record} /> },
    { key: 'status', title: t('status'), cell: ({ status }) => <StatusBadge model={model} value={status} /> },
    {
      key: 'last',
      title: t('recipients.last'),
      wide: true,
      cell: (record) => format.time(times.map((key) => record[key]).find(Boolean)),
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
    { key: 'error', title: t('recipients.error'), wide: true, cell: ({ error }) => <ErrorCell error={error} /> },
    {
      key: 'mail',
      title: t('recipients.mail'),
      cell: ({ emailId, email }) =>
        typeof emailId === 'string' && (
          <Anchor
            component={Link}
            to={`/mail/sent/${emailId}`}
            size="sm"
            aria-label={t('recipients.openMail', { email: String(email) })}
          >
            {t('recipients.open')}
          </Anchor>
        ),
    },
  ];
  return (
    <PagedTable
      label={t('batches.recipients')}
      path={paths.recipients}
      sort={['email']}
      filter={{ emailSnapshotId: batchId }}
      columns={columns}
      search={t('recipients.search')}
      choices={[{ model, field: 'status' }]}
      empty={{ icon: IconUsers, title: t('recipients.empty') }}
    />
  );
}

function Address({ record: { email, name } }: { readonly record: RecordData }) {
  return (
    <>
      <Text size="sm">{String(email ?? '')}</Text>
      {typeof name === 'string' && name !== '' && (
        <Text size="xs" c="dimmed">
          {name}
        </Text>
      )}
    </>
  );
}
