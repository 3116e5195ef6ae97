import { Button, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RecordData } from '~/api/records.ts';
import { EmptyState } from '~/ui/empty-state.tsx';
import { Page } from '~/ui/page.tsx';
import type { Column } from '~/ui/table/column.ts';
import { ChoiceFilter } from '~/views/parts/choice-filter.tsx';
import { PagedTable } from '~/views/parts/paged-table.tsx';
import { SearchBox } from '~/views/parts/search-box.tsx';
import { StatusBadge } from '~/views/parts/status-badge.tsx';
import { useUrlState } from '~/views/parts/url-state.ts';
import { LiftDialog } from './lift-dialog.tsx';
import type { SuppressionWords } from './words.ts';

interface SuppressionsProps {
  /** The model, which must have the fields `reason`, `active` and `notes`. */
  readonly model: string;
  readonly path: string;
  readonly columns: readonly Column[];
  readonly sort: string;
  readonly include: readonly string[];
  /** Returns the address or number of an entry. */
  readonly nameOf: (record: RecordData) => string;
  readonly words: SuppressionWords;
  readonly icon: Icon;
  readonly mayWrite: boolean;
  readonly add?: ReactNode;
}

export const reasonColumn = (model: string, label: string): Column => ({
  key: 'reason',
  title: label,
  cell: ({ reason }) => <StatusBadge model={model} field="reason" value={reason} />,
});

export const notesColumn = (label: string): Column => ({
  key: 'notes',
  title: label,
  wide: true,
  cell: ({ notes }) => (
    <Text size="xs" c="dimmed" lineClamp={2}>
      {String(notes ?? '')}
    </Text>
  ),
});

/** A page of suppressed addresses or numbers. Lifting an entry requires a reason. */
export function Suppressions(props: SuppressionsProps) {
  const { model, path, columns, sort, include, nameOf, words, icon, mayWrite, add } = props;
  const { t } = useTranslation('common');
  const [{ q, reason, show = 'active', page = 1 }, setState] = useUrlState<{
    q: string;
    reason: string;
    show: string;
    page: number;
  }>();
  const [lifting, setLifting] = useState<RecordData>();
  const isFiltered = q !== undefined || reason !== undefined || show !== 'active';
  const removal = (record: RecordData) => (
    <Button
      size="compact-xs"
      variant="subtle"
      onClick={() => setLifting(record)}
      aria-label={words.liftOf(nameOf(record))}
    >
      {t('remove')}
    </Button>
  );
  return (
    <Page title={words.title} description={words.description} actions={add}>
      <Stack gap="sm">
        <Group gap="xs">
          <SearchBox value={q} onChange={(value) => setState({ q: value, page: undefined })} label={words.search} />
          <ChoiceFilter
            model={model}
            field="reason"
            value={reason}
            onChange={(value) => setState({ reason: value, page: undefined })}
          />
          <SegmentedControl
            size="xs"
            aria-label={words.show}
            data={[
              { value: 'active', label: words.active },
              { value: 'lifted', label: words.former },
            ]}
            value={show}
            onChange={(value) => setState({ show: value === 'active' ? undefined : value, page: undefined })}
          />
        </Group>
        <PagedTable
          label={words.title}
          path={path}
          input={{
            q,
            filter: { active: show === 'active', ...(reason !== undefined && { reason }) },
            sort: [sort],
            include: [...include],
          }}
          columns={columns}
          page={Number(page)}
          onPage={(next) => setState({ page: next })}
          {...(mayWrite && show === 'active' && { actions: removal })}
          empty={
            <EmptyState
              icon={icon}
              title={isFiltered ? t('nothingFound') : words.empty.title}
              text={isFiltered ? t('table.changeFilter') : words.empty.text}
              action={isFiltered ? undefined : add}
            />
          }
        />
      </Stack>
      {lifting && (
        <LiftDialog
          path={path}
          suppression={lifting}
          name={nameOf(lifting)}
          words={words}
          onClose={() => setLifting(undefined)}
        />
      )}
    </Page>
  );
}
