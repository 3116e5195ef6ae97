import { Badge, Skeleton, Stack, Tabs } from '@mantine/core';
import { useElementSize, useMediaQuery } from '@mantine/hooks';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Included, RecordData } from '~/api/records.ts';
import { recordLabel } from '~/fields/reference/label.ts';
import { useCan } from '~/metadata/access.ts';
import { type Model, modelName } from '~/metadata/model.ts';
import { useReportPageContext } from '~/metadata/page-context.ts';
import { type Link, useRegistry } from '~/metadata/registry.ts';
import { Page } from '~/ui/page.tsx';
import { useSelectedInView } from '~/ui/use-selected-in-view.ts';
import { DetailsPanel } from './details/details-panel.tsx';
import { isChangeable } from './documents/document-state.ts';
import { filesInput } from './files/files-input.ts';
import { FilesPanel } from './files/files-panel.tsx';
import { KeyStrip } from './head/key-strip.tsx';
import { Neighbours } from './head/neighbours.tsx';
import { RecordActions } from './head/record-actions.tsx';
import { RecordTitle } from './head/record-title.tsx';
import { useLinkedRecords } from './linked-records.ts';
import { notesInput } from './notes/notes-input.ts';
import { NotesPanel } from './notes/notes-panel.tsx';
import { panelLinks } from './panel-links.ts';
import classes from './record-view.module.css';
import { RelatedPanel } from './related/related-panel.tsx';
import { readTab, type Tab } from './tabs.ts';
import { tasksInput } from './tasks/tasks-input.ts';
import { TasksPanel } from './tasks/tasks-panel.tsx';
import { TimelinePanel } from './timeline/timeline-panel.tsx';

const LeadStrip = lazy(() => import('./leads/lead-strip.tsx').then((module) => ({ default: module.LeadStrip })));
const DocumentStrip = lazy(() =>
  import('./documents/document-strip.tsx').then((module) => ({ default: module.DocumentStrip })),
);
const DocumentLines = lazy(() =>
  import('./documents/document-lines.tsx').then((module) => ({ default: module.DocumentLines })),
);
const SegmentMembers = lazy(() =>
  import('./segments/segment-members.tsx').then((module) => ({ default: module.SegmentMembers })),
);
const FlowTab = lazy(() => import('./workflows/flow-tab.tsx').then((module) => ({ default: module.FlowTab })));
const RunsSection = lazy(() =>
  import('./workflows/runs/runs-section.tsx').then((module) => ({ default: module.RunsSection })),
);
const LogUndo = lazy(() => import('./head/log-undo.tsx').then((module) => ({ default: module.LogUndo })));

/** Models of documents, whose pages have a strip of actions. */
const documentModels: ReadonlySet<string> = new Set(['sales.quotes', 'sales.orders', 'finance.financeInvoices']);

interface RecordViewProps {
  readonly model: Model;
  readonly record: RecordData;
  readonly included: Included | undefined;
}

const inputs = { notes: notesInput, tasks: () => tasksInput, files: () => filesInput } as const;

const isCounted = (name: Tab): name is keyof typeof inputs => name in inputs;

/** The minimum width, in pixels, for fields and timeline side by side. */
const minSplitPx = 900;

/** The complete page of a record. */
export function RecordView({ model, record, included }: RecordViewProps) {
  const { t } = useTranslation('record');
  const registry = useRegistry();
  const can = useCan();
  const navigate = useNavigate();
  const { tab } = readTab(useSearch({ strict: false }));
  const isWide = useMediaQuery('(min-width: 80em)', undefined, { getInitialValueInEffect: false });
  // The assistant may cover part of a wide window, so the width of the content decides. Before the first layout it is
  // 0.
  const { ref: content, width } = useElementSize<HTMLDivElement>();
  const hasAside = isWide && (width === 0 || width >= minSplitPx);
  const links = panelLinks(registry, model, can.read);
  const id = record._id;
  const name = modelName(model);
  const label = recordLabel(model, record);
  useReportPageContext({ model: name, id, label });
  const panels = (['notes', 'tasks', 'files'] as const).filter((kind) => links.has(kind));
  const isWorkflow = name === 'marketing.workflows';
  const first: Tab = isWorkflow ? 'flow' : 'details';
  const shown: readonly Tab[] = [...new Set<Tab>([first, 'details', 'timeline', ...panels, 'related'])];
  const current = shown.find((one) => one === tab) ?? first;
  const tabList = useSelectedInView(current);
  // The address omits the first tab.
  const open = (next: string | null) =>
    navigate({ to: '.', search: (next === first ? {} : readTab({ tab: next })) as never, replace: true });
  return (
    <Page
      above={<Neighbours model={model} id={id} />}
      title={<RecordTitle model={model} record={record} />}
      tab={label}
      area={model.labelPlural}
      actions={<RecordActions model={model} record={record} included={included} />}
    >
      <Stack gap="md" ref={content}>
        <KeyStrip model={model} record={record} included={included} />
        <Strips model={model} record={record} />
        <Tabs value={current} onChange={open} keepMounted={false}>
          <div className={classes.scroll}>
            <Tabs.List className={classes.tabs} ref={tabList}>
              {shown.map((name) => (
                <Tabs.Tab key={name} value={name}>
                  <span className={classes.tab}>
                    {t(`tab.${name}`)}
                    {isCounted(name) && <TabCount links={links.get(name) ?? []} id={id} name={name} />}
                  </span>
                </Tabs.Tab>
              ))}
            </Tabs.List>
          </div>
          {isWorkflow && <WorkflowPanel model={model} workflow={record} isShown={current === 'flow'} />}
          <Tabs.Panel value="details" pt="md" className={hasAside ? classes.split : undefined}>
            <Details model={model} record={record} included={included} />
            {hasAside && (
              <aside className={classes.aside} aria-label={t('tab.timeline')}>
                <TimelinePanel model={model} id={id} record={record} />
              </aside>
            )}
          </Tabs.Panel>
          <Tabs.Panel value="timeline" pt="md" maw={760}>
            <TimelinePanel model={model} id={id} record={record} />
          </Tabs.Panel>
          <Tabs.Panel value="notes" pt="md">
            <NotesPanel links={links.get('notes') ?? []} id={id} />
          </Tabs.Panel>
          <Tabs.Panel value="tasks" pt="md">
            <TasksPanel links={links.get('tasks') ?? []} id={id} />
          </Tabs.Panel>
          <Tabs.Panel value="files" pt="md">
            <FilesPanel links={links.get('files') ?? []} id={id} />
          </Tabs.Panel>
          <Tabs.Panel value="related" pt="md">
            <RelatedPanel model={model} record={record} included={included} />
          </Tabs.Panel>
        </Tabs>
      </Stack>
    </Page>
  );
}

/** What a record of some models has above its tabs. */
function Strips({ model, record }: Pick<RecordViewProps, 'model' | 'record'>) {
  const name = modelName(model);
  return (
    <>
      {name === 'sales.leads' && (
        <Suspense fallback={null}>
          <LeadStrip model={model} lead={record} />
        </Suspense>
      )}
      {documentModels.has(name) && (
        <Suspense fallback={null}>
          <DocumentStrip model={model} record={record} />
        </Suspense>
      )}
      {name === 'ai.aiCompletionLogs' && (
        <Suspense fallback={null}>
          <LogUndo log={record} />
        </Suspense>
      )}
    </>
  );
}

/** The fields of a record, and what some models have besides them. */
function Details({ model, record, included }: RecordViewProps) {
  const can = useCan();
  const name = modelName(model);
  const isDocument = documentModels.has(name);
  return (
    <Stack gap="lg">
      {isDocument && (
        <Suspense fallback={<Skeleton h={120} />}>
          <DocumentLines
            model={model}
            record={record}
            canChange={isChangeable(name, record) && can.writeRecord(model, record)}
          />
        </Suspense>
      )}
      {name === 'marketing.workflowEnrollments' && (
        <Suspense fallback={<Skeleton h={120} />}>
          <RunsSection enrollment={record} />
        </Suspense>
      )}
      <DetailsPanel model={model} record={record} included={included} />
      {name === 'marketing.segments' && (
        <Suspense fallback={<Skeleton h={120} />}>
          <SegmentMembers model={model} segment={record} />
        </Suspense>
      )}
    </Stack>
  );
}

interface WorkflowPanelProps {
  readonly model: Model;
  readonly workflow: RecordData;
  readonly isShown: boolean;
}

/** The editor of a workflow. It stays while another tab is open, so that changes that are not saved are kept. */
function WorkflowPanel({ model, workflow, isShown }: WorkflowPanelProps) {
  const [wasShown, setWasShown] = useState(isShown);
  if (isShown && !wasShown) setWasShown(true);
  return (
    <Tabs.Panel value="flow" pt="md" keepMounted>
      {wasShown && (
        <Suspense fallback={<Skeleton h={400} />}>
          <FlowTab model={model} workflow={workflow} />
        </Suspense>
      )}
    </Tabs.Panel>
  );
}

interface TabCountProps {
  readonly links: readonly Link[];
  readonly id: string;
  readonly name: keyof typeof inputs;
}

/** Shows the number of records in a panel. It reads the first records of the panel, so that the panel opens at once. */
function TabCount({ links, id, name }: TabCountProps) {
  const { total } = useLinkedRecords(links, id, inputs[name](links));
  if (total === 0) return null;
  return (
    <Badge size="sm" variant="light" color="gray" className="tabular">
      {total}
    </Badge>
  );
}
