import { Button, Group, Progress, Stack } from '@mantine/core';
import { IconMailForward, IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { RecordData } from '~/api/records.ts';
import { useCan } from '~/metadata/access.ts';
import { EmptyState } from '~/ui/empty-state.tsx';
import { Page } from '~/ui/page.tsx';
import type { Column } from '~/ui/table/column.ts';
import { ChoiceFilter } from '~/views/parts/choice-filter.tsx';
import { useFormat } from '~/views/parts/format.ts';
import { PagedTable } from '~/views/parts/paged-table.tsx';
import { SearchBox } from '~/views/parts/search-box.tsx';
import { StatusBadge } from '~/views/parts/status-badge.tsx';
import { useUrlState } from '~/views/parts/url-state.ts';
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
  const [{ q, status, page = 1 }, setState] = useUrlState<{ q: string; status: string; page: number }>();
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
  const isFiltered = q !== undefined || status !== undefined;
  return (
    <Page title={t('pages.batches')} description={t('batches.description')} actions={newBatch}>
      <Stack gap="sm">
        <Group gap="xs">
          <SearchBox
            value={q}
            onChange={(value) => setState({ q: value, page: undefined })}
            label={t('batches.search')}
          />
          <ChoiceFilter
            model={model}
            field="status"
            value={status}
            onChange={(value) => setState({ status: value, page: undefined })}
          />
        </Group>
        <PagedTable
          label={t('pages.batches')}
          path={paths.snapshots}
          input={{ q, sort: ['-takenAt'], fields, ...(status !== undefined && { filter: { status } }) }}
          columns={columns}
          page={Number(page)}
          onPage={(next) => setState({ page: next })}
          linkTo={({ _id }) => `/mail/batches/${_id}`}
          empty={
            isFiltered ? (
              <EmptyState title={t('common:nothingFound')} text={t('common:table.changeFilter')} />
            ) : (
              <EmptyState
                icon={IconMailForward}
                title={t('batches.empty.title')}
                text={t('batches.empty.text')}
                action={newBatch}
              />
            )
          }
        />
      </Stack>
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
