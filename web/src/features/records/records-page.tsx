import { useParams, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Model } from '~/metadata/model.ts';
import { useRegistry } from '~/metadata/registry.ts';
import { EmptyState } from '~/ui/empty-state.tsx';
import { ListPage } from './list-page.tsx';
import { stateOfSaved, useSavedViews } from './saved-views.ts';
import { SavedViewsMenu } from './saved-views-menu.tsx';
import type { ListState } from './search.ts';
import { useListState } from './use-list-state.ts';

/** All records of a model. */
export function RecordsPage() {
  const { t } = useTranslation('common');
  const { moduleKey = '', slug = '' } = useParams({ strict: false }) as Readonly<Record<string, string>>;
  const model = useRegistry().at(moduleKey, slug);
  if (!model) return <EmptyState title={t('notFound.title')} text={t('notFound.text')} />;
  return <ModelPage key={model.path} model={model} />;
}

const nothing: ListState = {};

function ModelPage({ model }: { readonly model: Model }) {
  const { saved } = useSearch({ strict: false }) as { readonly saved?: unknown };
  const views = useSavedViews(model);
  const chosen = views?.find(({ _id }) => _id === saved);
  const base = useMemo(() => (chosen ? stateOfSaved(chosen) : nothing), [chosen]);
  const { state, onState, reset, onSaved, isChanged } = useListState(base);
  return (
    <ListPage
      model={model}
      title={model.labelPlural}
      state={state}
      onState={onState}
      actions={
        views && (
          <SavedViewsMenu
            model={model}
            views={views}
            chosen={chosen}
            state={state}
            isChanged={isChanged}
            onReset={reset}
            onSaved={onSaved}
          />
        )
      }
    />
  );
}
