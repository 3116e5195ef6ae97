import { useParams } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { type Model, modelName } from '~/metadata/model.ts';
import { useRegistry } from '~/metadata/registry.ts';
import { NotFoundPage } from '~/ui/not-found-page.tsx';
import type { ListState } from './search.ts';
import { ViewedList } from './viewed-list.tsx';

const WorkflowActions = lazy(() =>
  import('./recipes/workflow-actions.tsx').then((module) => ({ default: module.WorkflowActions })),
);

/** The list of all records of a model. */
export function RecordsPage() {
  const { moduleKey = '', slug = '' } = useParams({ strict: false }) as Readonly<Record<string, string>>;
  const model = useRegistry().at(moduleKey, slug);
  if (!model) return <NotFoundPage />;
  return <ModelPage key={model.path} model={model} />;
}

const nothing: ListState = {};

function ModelPage({ model }: { readonly model: Model }) {
  const name = modelName(model);
  const actions = () => (
    <Suspense fallback={null}>
      <WorkflowActions model={model} />
    </Suspense>
  );
  return (
    <ViewedList
      model={model}
      place={name}
      definition={nothing}
      title={model.labelPlural}
      actions={name === 'marketing.workflows' ? actions : undefined}
    />
  );
}
