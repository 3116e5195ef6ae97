import { Alert, Anchor, Drawer, Stack, Text, Title } from '@mantine/core';
import { IconRoute } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keys } from '~/api/keys.ts';
import { type Filter, type RecordData, records } from '~/api/records.ts';
import { FieldInput } from '~/fields/field-input.tsx';
import { recordLabel } from '~/fields/reference/label.ts';
import { useRecordLabel } from '~/fields/reference/lookup.ts';
import type { Model } from '~/metadata/model.ts';
import { EmptyState } from '~/ui/empty-state.tsx';
import { ErrorState } from '~/ui/error-state.tsx';
import type { Column } from '~/ui/table/column.ts';
import { TimeText } from '~/ui/time-text.tsx';
import { ofRecords } from '~/views/definition/of-records.ts';
import { ListTable } from '~/views/parts/list-table.tsx';
import { StatusBadge } from '~/views/parts/status-badge.tsx';
import { usePages } from '~/views/parts/use-pages.ts';
import { useStepName } from '../flow/use-step-name.ts';
import { recordField } from '../forms/plain-fields.ts';
import { enrollmentsPath, useExplanation, useWorkflowStats } from '../workflows-api.ts';
import { ReasonText } from './reason-text.tsx';

interface RecordWorkflowsDrawerProps {
  readonly model: Model;
  readonly record: RecordData;
  readonly onClose: () => void;
}

/** The workflows in which a record is or was, and why it is or is not in another one. */
export function RecordWorkflowsDrawer({ model, record, onClose }: RecordWorkflowsDrawerProps) {
  const { t } = useTranslation('workflows');
  return (
    <Drawer
      opened
      position="right"
      size="lg"
      title={t('ofRecord.title', { record: recordLabel(model, record) })}
      closeButtonProps={{ 'aria-label': t('common:close') }}
      onClose={onClose}
    >
      <Stack gap="lg">
        <Why model={model} recordId={record._id} />
        <Enrollments recordId={record._id} />
      </Stack>
    </Drawer>
  );
}

function Why({ model, recordId }: { readonly model: Model; readonly recordId: string }) {
  const { t } = useTranslation('workflows');
  const [workflowId, setWorkflowId] = useState<unknown>(null);
  const id = typeof workflowId === 'string' ? workflowId : undefined;
  const { data, error, refetch } = useExplanation(id, recordId);
  return (
    <section aria-label={t('ofRecord.why')}>
      <Title order={3} size="h5" mb={4}>
        {t('ofRecord.why')}
      </Title>
      <FieldInput
        field={recordField('workflowId', t('part.workflowId'), 'marketing.workflows', { help: t('ofRecord.whyHelp') })}
        model={model}
        value={workflowId}
        only={ofRecords(model)}
        onChange={setWorkflowId}
      />
      {error && <ErrorState error={error} onRetry={() => refetch()} />}
      {data && id !== undefined && <Answer id={id} model={model} why={data.why} entry={data.entry} />}
    </section>
  );
}

interface AnswerProps {
  readonly id: string;
  readonly model: Model;
  readonly why: string;
  readonly entry: { readonly would: boolean; readonly why: string };
}

function Answer({ id, model, why, entry }: AnswerProps) {
  const { t } = useTranslation('workflows');
  const { data } = useWorkflowStats(id);
  const name = useStepName();
  const stepName = (key: string) => {
    const step = data?.steps.find(({ stepKey }) => stepKey === key);
    return step && name({ key, name: step.name, type: step.type });
  };
  const isSaid = why.includes(entry.why);
  return (
    <Alert color="blue" mt="sm" role="status">
      <Text size="sm">
        <ReasonText text={why} model={model} stepName={stepName} />
      </Text>
      {!isSaid && (
        <Text size="sm" c="dimmed" mt={6}>
          {t(entry.would ? 'test.enrolls' : 'test.enrollsNot')}
          {': '}
          <ReasonText text={entry.why} model={model} stepName={stepName} />
        </Text>
      )}
    </Alert>
  );
}

function Enrollments({ recordId }: { readonly recordId: string }) {
  const { t } = useTranslation('workflows');
  const filter: Filter = { or: [{ recordId }, { contactId: recordId }] };
  const input = { filter, sort: ['-enrolledAt'], limit: 20 };
  const pages = usePages<RecordData>({
    queryKey: [...keys.model(enrollmentsPath), 'of record', recordId],
    read: (cursor, signal) =>
      records.list(enrollmentsPath, { ...input, ...(cursor !== undefined && { cursor }) }, signal),
  });
  const columns: Column<RecordData>[] = [
    {
      key: 'workflow',
      title: t('part.workflowId'),
      rowTitle: true,
      cell: ({ _id, workflowId }) => (
        <Anchor component={Link} to={`/m/marketing/workflowEnrollments/${_id}`} size="sm">
          <WorkflowName id={workflowId} />
        </Anchor>
      ),
    },
    {
      key: 'status',
      title: t('runs.status'),
      cell: ({ status }) => <StatusBadge model="marketing.workflowEnrollments" value={status} />,
    },
    {
      key: 'enrolledAt',
      title: t('runs.enrolledAt'),
      cell: ({ enrolledAt }) => (typeof enrolledAt === 'string' ? <TimeText value={enrolledAt} /> : null),
    },
  ];
  return (
    <section aria-label={t('ofRecord.list')}>
      <Title order={3} size="h5" mb="xs">
        {t('ofRecord.list')}
      </Title>
      <ListTable
        label={t('ofRecord.list')}
        columns={columns}
        rowKey={({ _id }) => _id}
        pages={pages}
        empty={<EmptyState icon={IconRoute} title={t('ofRecord.empty')} text={t('ofRecord.emptyText')} />}
      />
    </section>
  );
}

function WorkflowName({ id }: { readonly id: unknown }) {
  const { t } = useTranslation('workflows');
  return <>{useRecordLabel('marketing.workflows', id) ?? t('part.workflowId')}</>;
}
