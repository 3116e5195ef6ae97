import { Alert, Anchor, Button, Group, Text } from '@mantine/core';
import { IconAlertTriangle, IconRefresh, IconUsers } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { RecordData } from '~/api/records.ts';
import { useRefresh } from '~/api/refresh.ts';
import { recordLabel } from '~/fields/reference/label.ts';
import { useCan } from '~/metadata/access.ts';
import { type Model, recordPath } from '~/metadata/model.ts';
import { useRegistry } from '~/metadata/registry.ts';
import { EmptyState } from '~/ui/empty-state.tsx';
import type { Column } from '~/ui/table/column.ts';
import { TimeText } from '~/ui/time-text.tsx';
import { useFormat } from '~/views/parts/format.ts';
import { ListTable } from '~/views/parts/list-table.tsx';
import { PageSection } from '~/views/parts/page-section.tsx';
import { useAction } from '~/views/parts/use-action.ts';
import { type Member, refreshSegment, segmentsPath, useMembers } from './segments-api.ts';

interface SegmentMembersProps {
  readonly model: Model;
  readonly segment: RecordData;
}

/** The members of a segment, when it was evaluated, and what is wrong with it. */
export function SegmentMembers({ model, segment }: SegmentMembersProps) {
  const { t } = useTranslation('segments');
  const can = useCan();
  const target = useRegistry().find(String(segment.modelKey ?? 'contacts'));
  const { lastEvaluatedAt, problem, active } = segment;
  const refresh = useAction({
    run: () => refreshSegment(segment._id),
    refresh: useRefresh(segmentsPath),
    // The answer names a problem, which the page shows.
    done: ({ evaluating, problem: found }) =>
      found === null ? t(evaluating ? 'members.refreshing' : 'members.refreshed') : undefined,
  });
  return (
    <PageSection
      title={t('members.title')}
      text={
        typeof lastEvaluatedAt === 'string' ? (
          <>
            {t('members.evaluated')} <TimeText value={lastEvaluatedAt} />
          </>
        ) : (
          t('members.never')
        )
      }
      actions={
        can.writeRecord(model, segment) &&
        active !== false && (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconRefresh size={16} />}
            loading={refresh.isRunning}
            onClick={() => refresh.run()}
          >
            {t('members.refresh')}
          </Button>
        )
      }
    >
      {typeof problem === 'string' && problem !== '' && (
        <Alert color="red" icon={<IconAlertTriangle size={18} />} title={t('members.problem')} mb="sm">
          {problem}
        </Alert>
      )}
      {active === false && (
        <Text size="sm" c="dimmed" mb="sm">
          {t('members.inactive')}
        </Text>
      )}
      {target && can.read(target) && <Members target={target} segment={segment} />}
    </PageSection>
  );
}

function Members({ target, segment }: { readonly target: Model; readonly segment: RecordData }) {
  const { t } = useTranslation('segments');
  const format = useFormat();
  const pages = useMembers(segment._id);
  // Callers who see some records only do not get the number of all members.
  const count = typeof segment.memberCount === 'number' ? segment.memberCount : pages.total;
  const columns: Column<Member>[] = [
    {
      key: 'name',
      title: t('members.name'),
      rowTitle: true,
      cell: ({ record }) =>
        record ? (
          <Anchor component={Link} to={recordPath(target, record._id)} size="sm">
            {recordLabel(target, record)}
          </Anchor>
        ) : (
          t('members.deleted')
        ),
    },
    { key: 'enteredAt', title: t('members.enteredAt'), cell: ({ enteredAt }) => <TimeText value={enteredAt} /> },
  ];
  return (
    <>
      {count !== undefined && count > 0 && (
        <Group mb="xs">
          <Text size="sm" fw={600} className="tabular">
            {t('count.records', {
              number: format.number(count),
              records: count === 1 ? target.label : target.labelPlural,
            })}
          </Text>
        </Group>
      )}
      <ListTable
        label={t('members.title')}
        columns={columns}
        rowKey={({ recordId }) => recordId}
        pages={pages}
        empty={<EmptyState icon={IconUsers} title={t('members.empty')} text={t('members.emptyText')} />}
      />
    </>
  );
}
