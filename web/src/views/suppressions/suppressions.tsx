import { Button, SegmentedControl, Text } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RecordData } from '~/api/records.ts';
import { Page } from '~/ui/page.tsx';
import type { Column } from '~/ui/table/column.ts';
import { PagedTable } from '~/views/parts/paged-table.tsx';
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
  const [{ show = 'active' }, setState] = useUrlState<{ show: string; page: number }>();
  const [lifting, setLifting] = useState<RecordData>();
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
      <PagedTable
        label={words.title}
        path={path}
        sort={[sort]}
        include={include}
        filter={{ active: show === 'active' }}
        columns={columns}
        search={words.search}
        choices={[{ model, field: 'reason' }]}
        controls={
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
        }
        isLimited={show !== 'active'}
        actions={mayWrite && show === 'active' && removal}
        empty={{ icon, title: words.empty.title, text: words.empty.text, action: add }}
      />
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
