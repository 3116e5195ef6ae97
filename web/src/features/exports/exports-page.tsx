import { Box, Button, Group, Text } from '@mantine/core';
import { IconCalendarClock, IconDownload, IconTableExport } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { cancelExport, deleteExport, type ExportFormat, type ExportState, exportContentPath } from '~/api/exports.ts';
import { records } from '~/api/records.ts';
import { backoffMs } from '~/lib/backoff.ts';
import { useCan } from '~/metadata/access.ts';
import { useRegistry } from '~/metadata/registry.ts';
import { EmptyState } from '~/ui/empty-state.tsx';
import { Page } from '~/ui/page.tsx';
import type { Column } from '~/ui/table/column.ts';
import { confirm } from '~/views/parts/confirm.tsx';
import { ListTable } from '~/views/parts/list-table.tsx';
import { Moment } from '~/views/parts/moment.tsx';
import { type Tone, ToneBadge } from '~/views/parts/tone-badge.tsx';
import { useUrlTexts } from '~/views/parts/url-state.ts';
import { useAction } from '~/views/parts/use-action.ts';
import { usePages } from '~/views/parts/use-pages.ts';

interface ExportRow extends ExportState {
  readonly model: string;
  readonly format: ExportFormat;
  readonly storageKey: string | null;
  readonly createdAt: string;
  readonly expiresAt: string | null;
}

const exportsKey = ['exports'] as const;

const tones: Readonly<Record<ExportState['status'], Tone>> = {
  pending: 'plain',
  running: 'busy',
  completed: 'good',
  failed: 'bad',
  cancelled: 'plain',
};

/** Exports that the person sees: status, download, cancelling and deletion. A mail of a schedule links to one of them. */
export function ExportsPage() {
  const { t } = useTranslation('exports');
  const client = useQueryClient();
  const isAdmin = useCan().scope('data:admin');
  const [{ id }, setShown] = useUrlTexts();
  const pages = usePages<ExportRow>({
    queryKey: [...exportsKey, id],
    read: async (cursor, signal) => {
      const filter = id ? { _id: id } : undefined;
      const query = { filter, sort: ['-createdAt'], limit: 50, count: 'none' as const, cursor };
      return (await records.list('/api/data/exports', query, signal)) as never;
    },
    pause: backoffMs,
  });
  const refresh = () => client.invalidateQueries({ queryKey: exportsKey });
  const cancel = useAction({ run: (row: ExportRow) => cancelExport(row._id), refresh, done: () => t('cancelled') });
  const remove = useAction({ run: (row: ExportRow) => deleteExport(row._id), refresh, done: () => t('deleted') });
  const askDelete = (row: ExportRow) =>
    confirm({
      title: t('deleteTitle'),
      text: t('deleteText', { name: row.name }),
      action: t('delete'),
      danger: true,
      run: () => remove.run(row),
    });
  const columns: Column<ExportRow>[] = [
    { key: 'name', title: t('name'), cell: (row) => <ExportName row={row} /> },
    {
      key: 'status',
      title: t('status'),
      cell: ({ status }) => <ToneBadge tone={tones[status]}>{t(`statuses.${status}`)}</ToneBadge>,
    },
    { key: 'rows', title: t('rows'), wide: true, align: 'right', cell: ({ rows }) => <Count value={rows} /> },
    { key: 'created', title: t('created'), wide: true, cell: ({ createdAt }) => <Moment time={createdAt} /> },
    { key: 'expires', title: t('expires'), wide: true, cell: ({ expiresAt }) => <Moment time={expiresAt} /> },
    {
      key: 'actions',
      title: t('actions'),
      titleHidden: true,
      align: 'right',
      cell: (row) => <RowActions row={row} onCancel={cancel.run} onDelete={askDelete} />,
    },
  ];
  return (
    <Page
      title={t('title')}
      description={t('text')}
      actions={
        <Group gap="xs">
          {id && (
            <Button size="xs" variant="default" onClick={() => setShown({ id: undefined })}>
              {t('showAll')}
            </Button>
          )}
          {isAdmin && (
            <Button
              size="xs"
              variant="default"
              leftSection={<IconCalendarClock size={14} aria-hidden />}
              component={Link}
              to="/m/data/exportSchedules"
            >
              {t('schedules')}
            </Button>
          )}
        </Group>
      }
    >
      <ListTable
        label={t('title')}
        columns={columns}
        rowKey={({ _id }) => _id}
        pages={pages}
        empty={<EmptyState icon={IconTableExport} title={t('none')} text={t('noneText')} />}
      />
    </Page>
  );
}

function ExportName({ row }: { readonly row: ExportRow }) {
  const registry = useRegistry();
  return (
    <Box>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {row.name}
      </Text>
      <Text size="xs" c="dimmed">
        {registry.find(row.model)?.labelPlural ?? row.model}
      </Text>
      {row.error && (
        <Text size="xs" c="red" lineClamp={3} title={row.error} style={{ overflowWrap: 'anywhere' }}>
          {row.error}
        </Text>
      )}
    </Box>
  );
}

function Count({ value }: { readonly value: number | null }) {
  const { i18n } = useTranslation('exports');
  return <Text size="sm">{value === null ? '–' : value.toLocaleString(i18n.language)}</Text>;
}

interface RowActionsProps {
  readonly row: ExportRow;
  readonly onCancel: (row: ExportRow) => void;
  readonly onDelete: (row: ExportRow) => void;
}

function RowActions({ row, onCancel, onDelete }: RowActionsProps) {
  const { t } = useTranslation('exports');
  if (row.status === 'pending' || row.status === 'running')
    return (
      <Button size="compact-xs" variant="subtle" onClick={() => onCancel(row)}>
        {t('cancel')}
      </Button>
    );
  return (
    <Group gap="xs" justify="flex-end" wrap="nowrap">
      {row.storageKey !== null && row.status === 'completed' && (
        <Button
          size="compact-xs"
          variant="default"
          leftSection={<IconDownload size={14} aria-hidden />}
          component="a"
          href={exportContentPath(row._id)}
          download={row.name}
          aria-label={t('downloadOf', { name: row.name })}
        >
          {t('download')}
        </Button>
      )}
      <Button
        size="compact-xs"
        variant="subtle"
        color="red"
        aria-label={t('deleteOf', { name: row.name })}
        onClick={() => onDelete(row)}
      >
        {t('delete')}
      </Button>
    </Group>
  );
}
