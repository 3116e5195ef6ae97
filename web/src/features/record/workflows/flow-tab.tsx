import { Alert, SegmentedControl, Stack } from '@mantine/core';
import { useHotkeys, useMediaQuery } from '@mantine/hooks';
import { IconInfoCircle } from '@tabler/icons-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RecordData } from '~/api/records.ts';
import { useCan } from '~/metadata/access.ts';
import type { Model } from '~/metadata/model.ts';
import { useRegistry } from '~/metadata/registry.ts';
import { PageLoading } from '~/ui/page-loading.tsx';
import { useUnsaved } from '~/views/parts/use-unsaved.tsx';
import { FlowProvider, type FlowState, type Opened } from './flow/flow-context.ts';
import { FlowList } from './flow/flow-list.tsx';
import { buildProblems, current, merged, type Problems } from './flow/problems.ts';
import type { Flow } from './flow/step.ts';
import { useFlowDraft } from './flow/use-flow-draft.ts';
import { FlowToolbar } from './flow-toolbar.tsx';
import { AddDialog } from './panels/add-dialog.tsx';
import { ProblemList } from './panels/problem-list.tsx';
import { SettingsDrawer } from './panels/settings-drawer.tsx';
import { StatsBar } from './panels/stats-bar.tsx';
import { StepDrawer } from './panels/step-drawer.tsx';
import { EnrollmentsDrawer } from './runs/enrollments-drawer.tsx';
import { ReasonText } from './runs/reason-text.tsx';
import { type SaveFlow, useSaveFlow } from './use-save-flow.tsx';
import { useWorkflowStats } from './workflows-api.ts';

const FlowGraph = lazy(() => import('./flow/flow-graph.tsx').then((module) => ({ default: module.FlowGraph })));

interface FlowTabProps {
  readonly model: Model;
  readonly workflow: RecordData;
}

type Look = 'graph' | 'list';

/** The editor of a workflow: its steps as a graph or as a list, with the actions of the workflow. */
export function FlowTab({ model, workflow }: FlowTabProps) {
  const { t } = useTranslation('workflows');
  const can = useCan();
  const registry = useRegistry();
  const draft = useFlowDraft(workflow);
  const save = useSaveFlow(workflow, draft);
  const [opened, setOpened] = useState<Opened>();
  // A graph needs more room than a phone has.
  const isWide = useMediaQuery('(min-width: 48em)', undefined, { getInitialValueInEffect: false });
  const [look, setLook] = useState<Look>();
  const shown = look ?? (isWide ? 'graph' : 'list');
  const counts = useCounts(workflow._id);
  const unsaved = useUnsaved(draft.isDirty);
  const { flow } = draft;
  const problems = useMemo(() => withRefusal(buildProblems(flow, t), save.refusal, flow), [flow, t, save.refusal]);
  const isSequence = typeof workflow.sourceModel === 'string' && workflow.sourceModel !== '';
  const canWrite = can.writeRecord(model, workflow) && !isSequence && workflow.status !== 'archived';
  const state: FlowState = {
    flow,
    model: registry.find(flow.modelKey),
    problems,
    counts,
    canWrite,
    change: draft.change,
    open: setOpened,
  };
  useHotkeys([
    ['mod+Z', draft.undo],
    ['mod+shift+Z', draft.redo],
    ['mod+Y', draft.redo],
  ]);
  const close = () => setOpened(undefined);
  return (
    <FlowProvider value={state}>
      <Stack gap="md">
        {isSequence && (
          <Alert color="gray" icon={<IconInfoCircle size={18} />}>
            {t('sequence')}
          </Alert>
        )}
        {typeof workflow.problem === 'string' && workflow.problem !== '' && (
          <Alert color="red" title={t('paused')}>
            <ReasonText text={workflow.problem} model={state.model} />
          </Alert>
        )}
        <StatsBar id={workflow._id} />
        <FlowToolbar
          workflow={workflow}
          draft={draft}
          save={save}
          canRun={can.writeRecord(model, workflow) && !isSequence}
        >
          <SegmentedControl
            size="xs"
            aria-label={t('look.label')}
            value={shown}
            onChange={(next) => setLook(next as Look)}
            data={(['graph', 'list'] as const).map((value) => ({ value, label: t(`look.${value}`) }))}
          />
        </FlowToolbar>
        <ProblemList problems={problems} missed={save.refusal?.missed} />
        {shown === 'list' ? (
          <FlowList />
        ) : (
          <Suspense fallback={<PageLoading />}>
            <FlowGraph />
          </Suspense>
        )}
      </Stack>
      {opened?.kind === 'step' && (
        <StepDrawer
          key={opened.key}
          stepKey={opened.key}
          hookUrl={workflow.hookUrl}
          atProblem={opened.atProblem}
          onClose={close}
        />
      )}
      {opened?.kind === 'settings' && <SettingsDrawer atProblem={opened.atProblem} onClose={close} />}
      {opened?.kind === 'enrollments' && <EnrollmentsDrawer workflowId={workflow._id} first={opened} onClose={close} />}
      {opened?.kind === 'add' && (
        <AddDialog place={opened.place} onAdded={(key) => setOpened({ kind: 'step', key })} onClose={close} />
      )}
      {unsaved.dialog}
      {save.dialog}
    </FlowProvider>
  );
}

function withRefusal(found: Problems, refusal: SaveFlow['refusal'], flow: Flow): Problems {
  return refusal ? merged(found, current(refusal.problems, refusal.flow, flow)) : found;
}

/** The numbers at the nodes. */
function useCounts(id: string): FlowState['counts'] {
  const { data } = useWorkflowStats(id);
  return useMemo(() => new Map(data?.steps.map((step) => [step.stepKey, step])), [data]);
}
