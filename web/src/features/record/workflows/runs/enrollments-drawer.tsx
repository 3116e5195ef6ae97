import { Anchor, Button, Drawer, Group } from '@mantine/core';
import { IconArrowLeft, IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keys } from '~/api/keys.ts';
import { type Filter, type RecordData, records } from '~/api/records.ts';
import { useRecordLabel } from '~/fields/reference/lookup.ts';
import { EmptyState } from '~/ui/empty-state.tsx';
import { Select } from '~/ui/select/select.tsx';
import type { Column } from '~/ui/table/column.ts';
import { TimeText } from '~/ui/time-text.tsx';
import { ListTable } from '~/views/parts/list-table.tsx';
import { StatusBadge } from '~/views/parts/status-badge.tsx';
import { usePages } from '~/views/parts/use-pages.ts';
import { type EnrollmentChoice, enrollmentChoices, useFlow } from '../flow/flow-context.ts';
import { inOrder } from '../flow/layout.ts';
import { textOf } from '../flow/step.ts';
import { useStepName } from '../flow/use-step-name.ts';
import { enrollmentsPath } from '../workflows-api.ts';
import { EnrollmentRuns } from './enrollment-runs.tsx';

interface EnrollmentsDrawerProps {
  readonly workflowId: string;
  /** What is chosen when the drawer opens. */
  readonly first: Choice;
  readonly onClose: () => void;
}

/** Undefined parts are all steps and all records. */
interface Choice {
  readonly step?: string | undefined;
  readonly status?: EnrollmentChoice | undefined;
}

const pauseMs = 10_000;

/** The records that were enrolled in a workflow, and what happened to one of them. */
export function EnrollmentsDrawer({ workflowId, first, onClose }: EnrollmentsDrawerProps) {
  const { t } = useTranslation('workflows');
  const [chosen, setChosen] = useState<string>();
  const [choice, setChoice] = useState<Choice>(first);
  return (
    <Drawer opened position="right" size="lg" title={t('runs.title')} onClose={onClose}>
      {chosen === undefined ? (
        <Enrollments workflowId={workflowId} choice={choice} onChange={setChoice} onChoose={setChosen} />
      ) : (
        <>
          <Group mb="sm">
            <Button
              size="compact-sm"
              variant="subtle"
              leftSection={<IconArrowLeft size={16} />}
              onClick={() => setChosen(undefined)}
            >
              {t('runs.back')}
            </Button>
          </Group>
          <ChosenEnrollment id={chosen} />
        </>
      )}
    </Drawer>
  );
}

function ChosenEnrollment({ id }: { readonly id: string }) {
  const { data } = useQuery({
    queryKey: keys.record(enrollmentsPath, id),
    queryFn: ({ signal }) => records.get(enrollmentsPath, id, [], signal),
    refetchInterval: pauseMs,
  });
  return data ? <EnrollmentRuns enrollment={data} /> : null;
}

/** Enrollments that are in the workflow, or failed, or are tried again. */
const groups: Partial<Readonly<Record<EnrollmentChoice, Filter>>> = {
  here: { status: { in: ['active', 'waiting', 'paused'] } },
  failing: { or: [{ status: 'failed' }, { attemptCount: { gte: 1 } }] },
};

const filterOf = (workflowId: string, { step, status }: Choice): Filter => ({
  workflowId,
  ...(step !== undefined && { currentStep: step }),
  ...(status !== undefined && (groups[status] ?? { status })),
});

interface EnrollmentsProps {
  readonly workflowId: string;
  readonly choice: Choice;
  readonly onChange: (choice: Choice) => void;
  readonly onChoose: (id: string) => void;
}

function Enrollments({ workflowId, choice, onChange, onChoose }: EnrollmentsProps) {
  const { t } = useTranslation('workflows');
  const { flow } = useFlow();
  const stepName = useStepName();
  const filter = filterOf(workflowId, choice);
  const input = { filter, sort: ['-enrolledAt'], limit: 20 };
  const pages = usePages<RecordData>({
    queryKey: [...keys.model(enrollmentsPath), 'of workflow', filter],
    read: (cursor, signal) =>
      records.list(enrollmentsPath, { ...input, ...(cursor !== undefined && { cursor }) }, signal),
    pause: () => pauseMs,
  });
  const columns: Column<RecordData>[] = [
    {
      key: 'record',
      title: t('runs.record'),
      rowTitle: true,
      cell: (enrollment) => (
        <Anchor component="button" type="button" size="sm" onClick={() => onChoose(enrollment._id)}>
          <RecordName enrollment={enrollment} />
        </Anchor>
      ),
    },
    {
      key: 'status',
      title: t('runs.status'),
      cell: (enrollment) => <StatusBadge model="marketing.workflowEnrollments" value={enrollment.status} />,
    },
    {
      key: 'enrolledAt',
      title: t('runs.enrolledAt'),
      cell: ({ enrolledAt }) => (typeof enrolledAt === 'string' ? <TimeText value={enrolledAt} /> : null),
    },
  ];
  return (
    <>
      <Group gap="sm" mb="sm" grow>
        <Select
          label={t('runs.status')}
          data={enrollmentChoices.map((value) => ({ value, label: t(`status.${value}`) }))}
          value={choice.status ?? null}
          placeholder={t('runs.all')}
          clearable
          onChange={(status) => onChange({ ...choice, status: (status ?? undefined) as Choice['status'] })}
        />
        <Select
          label={t('runs.step')}
          data={inOrder(flow).map((step) => ({ value: step.key, label: stepName(step) }))}
          value={choice.step ?? null}
          placeholder={t('runs.allSteps')}
          searchable
          clearable
          onChange={(step) => onChange({ ...choice, step: step ?? undefined })}
        />
      </Group>
      <ListTable
        label={t('runs.title')}
        columns={columns}
        rowKey={({ _id }) => _id}
        pages={pages}
        empty={<EmptyState icon={IconUsers} title={t('runs.empty')} text={t('runs.emptyText')} />}
      />
    </>
  );
}

function RecordName({ enrollment: { modelKey, recordId } }: { readonly enrollment: RecordData }) {
  const { t } = useTranslation('workflows');
  return <>{useRecordLabel(textOf(modelKey), recordId) ?? t('runs.unknownRecord')}</>;
}
