import { Button, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { IconMailOff, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RecordData } from '~/api/records.ts';
import { useCan } from '~/metadata/access.ts';
import { EmptyState } from '~/ui/empty-state.tsx';
import { Page } from '~/ui/page.tsx';
import { ChoiceFilter } from '~/views/parts/choice-filter.tsx';
import { useFormat } from '~/views/parts/format.ts';
import { type Column, PagedTable } from '~/views/parts/paged-table.tsx';
import { SearchBox } from '~/views/parts/search-box.tsx';
import { StatusBadge } from '~/views/parts/status-badge.tsx';
import { useUrlState } from '~/views/parts/url-state.ts';
import { paths } from '../mail-api.ts';
import { AddDialog } from './add-dialog.tsx';
import { LiftDialog } from './lift-dialog.tsx';

const model = 'communications.emailSuppressions';

/** Addresses that get no mail. */
export function SuppressionsPage() {
  const { t } = useTranslation('mail');
  const format = useFormat();
  const mayWrite = useCan().scope('communications:write');
  const [{ q, reason, show = 'active', page = 1 }, setState] = useUrlState<{
    q: string;
    reason: string;
    show: string;
    page: number;
  }>();
  const [adding, setAdding] = useState(false);
  const [lifting, setLifting] = useState<RecordData>();
  const columns: Column[] = [
    { key: 'email', label: t('recipients.email'), render: ({ email }) => String(email) },
    {
      key: 'reason',
      label: t('suppressions.reason'),
      render: (record) => <StatusBadge model={model} field="reason" value={record.reason} />,
    },
    {
      key: 'list',
      label: t('suppressions.list'),
      wide: true,
      render: ({ emailListId }, included) => String(included[String(emailListId)]?.name ?? t('suppressions.allMail')),
    },
    { key: 'suppressedAt', label: t('suppressions.since'), wide: true, render: (r) => format.date(r.suppressedAt) },
    {
      key: 'notes',
      label: t('suppressions.notes'),
      wide: true,
      render: ({ notes }) => (
        <Text size="xs" c="dimmed" lineClamp={2}>
          {String(notes ?? '')}
        </Text>
      ),
    },
  ];
  const isFiltered = q !== undefined || reason !== undefined || show !== 'active';
  const add = mayWrite && (
    <Button size="xs" leftSection={<IconPlus size={16} />} onClick={() => setAdding(true)}>
      {t('suppressions.add')}
    </Button>
  );
  return (
    <Page title={t('pages.suppressions')} description={t('suppressions.description')} actions={add}>
      <Stack gap="sm">
        <Group gap="xs">
          <SearchBox
            value={q}
            onChange={(value) => setState({ q: value, page: undefined })}
            label={t('suppressions.search')}
          />
          <ChoiceFilter
            model={model}
            field="reason"
            value={reason}
            onChange={(value) => setState({ reason: value, page: undefined })}
          />
          <SegmentedControl
            size="xs"
            aria-label={t('suppressions.show')}
            data={[
              { value: 'active', label: t('suppressions.active') },
              { value: 'lifted', label: t('suppressions.former') },
            ]}
            value={show}
            onChange={(value) => setState({ show: value === 'active' ? undefined : value, page: undefined })}
          />
        </Group>
        <PagedTable
          label={t('pages.suppressions')}
          path={paths.suppressions}
          input={{
            q,
            filter: { active: show === 'active', ...(reason !== undefined && { reason }) },
            sort: ['-suppressedAt'],
            include: ['emailListId'],
          }}
          columns={columns}
          page={Number(page)}
          onPage={(next) => setState({ page: next })}
          {...(mayWrite &&
            show === 'active' && {
              actions: (record: RecordData) => (
                <Button
                  size="compact-xs"
                  variant="subtle"
                  onClick={() => setLifting(record)}
                  aria-label={t('suppressions.liftOf', { email: String(record.email) })}
                >
                  {t('common:remove')}
                </Button>
              ),
            })}
          empty={
            <EmptyState
              icon={IconMailOff}
              title={isFiltered ? t('common:nothingFound') : t('suppressions.empty.title')}
              text={isFiltered ? t('common:table.changeFilter') : t('suppressions.empty.text')}
              action={isFiltered ? undefined : add}
            />
          }
        />
      </Stack>
      {adding && <AddDialog onClose={() => setAdding(false)} />}
      {lifting && <LiftDialog suppression={lifting} onClose={() => setLifting(undefined)} />}
    </Page>
  );
}
