import { Group, Stack, Text } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
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
import { addressesOf } from './addresses.ts';

const model = 'communications.emails';
const notSent = ['draft', 'scheduled', 'received'];
const fields = ['subject', 'to', 'status', 'type', 'sentAt', 'createdAt', 'openCount', 'clickCount', 'unconfirmed'];

/** Mails that were sent or are being sent. */
export function SentPage() {
  const { t } = useTranslation('mail');
  const format = useFormat();
  const [{ q, status, type, page = 1 }, setState] = useUrlState<{
    q: string;
    status: string;
    type: string;
    page: number;
  }>();
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
  const filter = {
    direction: 'outbound',
    status: status ?? { nin: notSent },
    ...(type !== undefined && { type }),
  };
  const isFiltered = q !== undefined || status !== undefined || type !== undefined;
  return (
    <Page title={t('pages.sent')} description={t('sent.description')}>
      <Stack gap="sm">
        <Group gap="xs">
          <SearchBox value={q} onChange={(value) => setState({ q: value, page: undefined })} label={t('sent.search')} />
          <ChoiceFilter
            model={model}
            field="status"
            without={notSent}
            value={status}
            onChange={(value) => setState({ status: value, page: undefined })}
          />
          <ChoiceFilter
            model={model}
            field="type"
            value={type}
            onChange={(value) => setState({ type: value, page: undefined })}
          />
        </Group>
        <PagedTable
          label={t('pages.sent')}
          path={paths.emails}
          input={{ q, filter, sort: ['-createdAt'], fields }}
          columns={columns}
          page={Number(page)}
          onPage={(next) => setState({ page: next })}
          linkTo={({ _id }) => `/mail/sent/${_id}`}
          empty={
            <EmptyState
              icon={IconSend}
              title={isFiltered ? t('common:nothingFound') : t('sent.empty')}
              text={isFiltered ? t('common:table.changeFilter') : undefined}
            />
          }
        />
      </Stack>
    </Page>
  );
}
