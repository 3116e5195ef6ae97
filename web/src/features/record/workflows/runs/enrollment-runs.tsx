import { Alert, Anchor, Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RecordData } from '~/api/records.ts';
import { useRefresh } from '~/api/refresh.ts';
import { useRecordLabel } from '~/fields/reference/lookup.ts';
import { useMayWrite } from '~/metadata/may-write.ts';
import { type Model, recordPath } from '~/metadata/model.ts';
import { useRegistry } from '~/metadata/registry.ts';
import { ErrorState } from '~/ui/error-state.tsx';
import { PageLoading } from '~/ui/page-loading.tsx';
import { TimeText } from '~/ui/time-text.tsx';
import { StatusBadge } from '~/views/parts/status-badge.tsx';
import { type Tone, ToneBadge } from '~/views/parts/tone-badge.tsx';
import { useAction } from '~/views/parts/use-action.ts';
import { textOf } from '../flow/step.ts';
import { useStepName } from '../flow/use-step-name.ts';
import { iconOf, isStepType } from '../forms/step-types.ts';
import classes from '../panels/panels.module.css';
import { enrollmentActions, enrollmentsPath, useRuns, useWorkflowStats, workflowsPath } from '../workflows-api.ts';
import { ReasonText } from './reason-text.tsx';
import { RunValues } from './run-values.tsx';

type Run = NonNullable<ReturnType<typeof useRuns>['data']>['data'][number];

const isOpen = (status: unknown): boolean => status === 'active' || status === 'waiting' || status === 'paused';

/** What happened to a record in a workflow, and what can be done with its enrollment. */
export function EnrollmentRuns({ enrollment }: { readonly enrollment: RecordData }) {
  const { t } = useTranslation('workflows');
  const { data, error, refetch, isPending } = useRuns(enrollment._id, isOpen(enrollment.status));
  const runs = data?.data ?? [];
  const model = useRegistry().find(textOf(enrollment.modelKey));
  const stepName = useNamesOfSteps(enrollment.workflowId);
  return (
    <Stack gap="sm">
      <EnrollmentHead enrollment={enrollment} last={runs.at(-1)} stepName={stepName} />
      <EnrollmentButtons enrollment={enrollment} last={runs.at(-1)} />
      {error && !data && <ErrorState error={error} onRetry={() => refetch()} />}
      {isPending && <PageLoading />}
      {data && runs.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('runs.none')}
        </Text>
      )}
      {runs.length > 0 && (
        <ol className={classes.entries} aria-label={t('runs.steps')}>
          {runs.map((run, n) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: entries of the log have no id, and are only added at the end.
            <RunEntry key={n} run={run} model={model} stepName={stepName} />
          ))}
        </ol>
      )}
    </Stack>
  );
}

/** Returns a function that names the steps of a workflow; undefined for those that have no name of their own. */
function useNamesOfSteps(workflowId: unknown): (key: string) => string | undefined {
  const { data } = useWorkflowStats(textOf(workflowId));
  const typeName = useStepName();
  const steps = new Map(data?.steps.map((step) => [step.stepKey, step]));
  return (key) => {
    const step = steps.get(key);
    return step && typeName({ key, name: step.name, type: step.type });
  };
}

interface EnrollmentHeadProps {
  readonly enrollment: RecordData;
  readonly last: Run | undefined;
  readonly stepName: (key: string) => string | undefined;
}

function EnrollmentHead({ enrollment, last, stepName }: EnrollmentHeadProps) {
  const { t } = useTranslation('workflows');
  const { modelKey, recordId, status, nextRunAt, error, exitReason } = enrollment;
  const model = useRegistry().find(textOf(modelKey));
  const name = useRecordLabel(textOf(modelKey), recordId);
  // The last step of the log often says the same.
  const hasLeft = status === 'exited' || status === 'completed';
  const hasOwnReason = hasLeft && textOf(exitReason) !== '' && exitReason !== last?.why;
  return (
    <>
      <Group gap="xs">
        {model && name !== undefined && (
          <Anchor component={Link} to={recordPath(model, String(recordId))} size="sm" fw={600}>
            {name}
          </Anchor>
        )}
        <StatusBadge model="marketing.workflowEnrollments" value={status} />
        {status === 'waiting' && typeof nextRunAt === 'string' && (
          <Text size="sm" c="dimmed">
            {t('runs.next')} <TimeText value={nextRunAt} />
          </Text>
        )}
      </Group>
      {status === 'failed' && typeof error === 'string' && (
        <Alert color="red">
          <ReasonText text={error} model={model} stepName={stepName} />
        </Alert>
      )}
      {hasOwnReason && (
        <Text size="sm">
          <ReasonText text={String(exitReason)} model={model} stepName={stepName} />
        </Text>
      )}
    </>
  );
}

/** The actions that the state of an enrollment allows. */
const actionsOf: Readonly<Record<string, readonly ('pause' | 'resume' | 'exit' | 'retry')[]>> = {
  active: ['pause', 'exit'],
  waiting: ['pause', 'exit'],
  paused: ['resume', 'exit'],
  failed: ['retry'],
};

interface EnrollmentButtonsProps {
  readonly enrollment: RecordData;
  readonly last: Run | undefined;
}

function EnrollmentButtons({ enrollment, last }: EnrollmentButtonsProps) {
  const { t } = useTranslation('workflows');
  const mayWrite = useMayWrite('marketing.workflowEnrollments', enrollment);
  const refresh = useRefresh(enrollmentsPath, workflowsPath);
  const [comment, setComment] = useState('');
  const { _id, status } = enrollment;
  const act = useAction({
    run: (name: 'pause' | 'resume' | 'exit' | 'retry' | 'approve' | 'reject') => enrollmentActions[name](_id, comment),
    refresh,
    done: (_answer, name) => t(`enrollment.${name}.done`),
  });
  const waitsForApproval = status === 'waiting' && last?.type === 'approval' && last.outcome === 'waiting';
  const shown = mayWrite ? (actionsOf[String(status)] ?? []) : [];
  return (
    <>
      {waitsForApproval && (
        <Stack gap="xs">
          <Textarea
            label={t('enrollment.comment')}
            value={comment}
            onChange={({ currentTarget }) => setComment(currentTarget.value)}
            maxLength={2000}
            autosize
          />
          <Group gap="xs">
            {(['approve', 'reject'] as const).map((name) => (
              <Button
                key={name}
                size="xs"
                variant={name === 'approve' ? 'filled' : 'default'}
                loading={act.isRunning && act.input === name}
                onClick={() => act.run(name)}
              >
                {t(`enrollment.${name}.action`)}
              </Button>
            ))}
          </Group>
        </Stack>
      )}
      {shown.length > 0 && (
        <Group gap="xs">
          {shown.map((name) => (
            <Button
              key={name}
              size="xs"
              variant={name === 'retry' || name === 'resume' ? 'filled' : 'default'}
              loading={act.isRunning && act.input === name}
              onClick={() => act.run(name)}
            >
              {t(`enrollment.${name}.action`)}
            </Button>
          ))}
        </Group>
      )}
    </>
  );
}

const outcomes = ['done', 'waiting', 'skipped', 'failed', 'unconfirmed'] as const;

const tones: Readonly<Record<(typeof outcomes)[number], Tone>> = {
  done: 'good',
  waiting: 'busy',
  skipped: 'plain',
  failed: 'bad',
  unconfirmed: 'warn',
};

/** An entry of the log: when, which step, what became of it and why. */
interface RunEntryProps {
  readonly run: Run;
  readonly model: Model | undefined;
  readonly stepName: (key: string) => string | undefined;
}

function RunEntry({ run, model, stepName }: RunEntryProps) {
  const { stepKey, type, at, outcome, why, input, output, attempt } = run;

  const { t } = useTranslation('workflows');
  const Icon = iconOf(type);
  const typeText = isStepType(type) ? t(`type.${type}`) : stepKey;
  const name = stepName(stepKey) ?? typeText;
  const known = outcomes.find((one) => one === outcome);
  const values = [
    { label: t('runs.input'), value: input },
    { label: t('runs.output'), value: output },
  ].filter(({ value }) => value !== null && value !== undefined);
  return (
    <li className={classes.entry}>
      <Group gap={8}>
        <Icon size={16} aria-hidden />
        <Text size="sm" fw={600}>
          {name}
        </Text>
        {name !== typeText && (
          <Text size="xs" c="dimmed">
            {typeText}
          </Text>
        )}
        {known && <ToneBadge tone={tones[known]}>{t(`outcome.${known}`)}</ToneBadge>}
        {attempt > 1 && (
          <Text size="xs" c="dimmed">
            {t('runs.attempt', { number: attempt })}
          </Text>
        )}
        <Text size="xs" c="dimmed" ml="auto">
          <TimeText value={at} />
        </Text>
      </Group>
      {why !== null && (
        <Text size="sm" mt={2} style={{ overflowWrap: 'anywhere' }}>
          <ReasonText text={why} model={model} stepName={stepName} />
        </Text>
      )}
      {values.map(({ label, value }) => (
        <details key={label} className={classes.folded}>
          <summary>{label}</summary>
          <RunValues value={value} />
        </details>
      ))}
    </li>
  );
}
