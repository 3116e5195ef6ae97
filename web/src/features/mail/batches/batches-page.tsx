import { Button, Progress } from '@mantine/core';
import { IconMailForward, IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { RecordData } from '~/api/records.ts';
import { useCan } from '~/metadata/access.ts';
import { Page } from '~/ui/page.tsx';
import type { Column } from '~/ui/table/column.ts';
import { useFormat } from '~/views/parts/format.ts';
import { PagedTable } from '~/views/parts/paged-table.tsx';
import { StatusBadge } from '~/views/parts/status-badge.tsx';
import { paths } from '../mail-api.ts';

const model = 'communications.emailSnapshots';
const fields = [
  'name',
  'subject',
  'status',
  'takenAt',
  'recipientCount',
  'sentCount',
  'uniqueOpenCount',
  'uniqueClickCount',
  'bounceCount',
  'failedCount',
];

export function BatchesPage() {
  const { t } = useTranslation('mail');
  const format = useFormat();
  const can = useCan();
  const newBatch = can.scope('communications:write') && (
    <Button component={Link} to="/mail/compose?mode=bulk" leftSection={<IconPlus size={16} />} size="xs">
      {t('batches.new')}
    </Button>
  );
  const number = (key: string, label: string, wide = true): Column => ({
    key,
    title: label,
    align: 'right',
    wide,
    cell: (record) => format.number(record[key]),
  });
  const columns: Column[] = [
    { key: 'name', title: t('batches.name'), cell: nameOf },
    { key: 'status', title: t('status'), cell: ({ status }) => <StatusBadge model={model} value={status} /> },
    { key: 'takenAt', title: t('batches.startedAt'), wide: true, cell: ({ takenAt }) => format.time(takenAt) },
    {
      key: 'progress',
      title: t('batches.progress'),
      wide: true,
      cell: (record) => <SentShare record={record} label={t('batches.progress')} />,
    },
    number('recipientCount', t('batches.recipients'), false),
    number('sentCount', t('counts.sent')),
    number('uniqueOpenCount', t('counts.uniqueOpens')),
    number('uniqueClickCount', t('counts.uniqueClicks')),
    number('bounceCount', t('counts.bounced')),
    number('failedCount', t('counts.failed')),
  ];
  return (
    <Page title={t('pages.batches')} description={t('batches.description')} actions={newBatch}>
      <PagedTable
        label={t('pages.batches')}
        path={paths.snapshots}
        sort={['-takenAt']}
        fields={fields}
        columns={columns}
        search={t('batches.search')}
        choices={[{ model, field: 'status' }]}
        linkTo={({ _id }) => `/mail/batches/${_id}`}
        empty={{
          icon: IconMailForward,
          title: t('batches.empty.title'),
          text: t('batches.empty.text'),
          action: newBatch,
        }}
      />
    </Page>
  );
}

const nameOf = ({ name, subject, _id }: RecordData): string => String(name || subject || _id);

function SentShare({ record, label }: { readonly record: RecordData; readonly label: string }) {
  const all = Number(record.recipientCount ?? 0);
  const done = Number(record.sentCount ?? 0) + Number(record.failedCount ?? 0);
  const share = all === 0 ? 0 : Math.min(100, (done / all) * 100);
  return <Progress value={share} size="sm" w={90} aria-label={label} />;
}
