import { useSearch } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { rememberList } from '~/lib/last-list.ts';
import { modelName, modelPath } from '~/metadata/model.ts';
import { PageLoading } from '~/ui/page-loading.tsx';
import { ListPage } from './list-page.tsx';
import type { ListState } from './search.ts';
import { useListState } from './use-list-state.ts';
import { type ListPlace, useViews } from './use-views.ts';
import { ViewsMenu } from './views-menu.tsx';

/** The list state of a list without a saved view. */
export interface DefinedList {
  readonly state: ListState;
  readonly isChanged: boolean;
  readonly onSaved: () => void;
}

interface ViewedListProps extends ListPlace {
  readonly title: string;
  readonly description?: string | undefined;
  /** The name of the list as defined; undefined when it shows all records. */
  readonly standard?: string | undefined;
  readonly canCreate?: boolean;
  readonly canExport?: boolean;
  /** Additional actions while no saved view is chosen. */
  readonly actions?: ((list: DefinedList) => ReactNode) | undefined;
}

/** A list of records with saved views. */
export function ViewedList(props: ViewedListProps) {
  const { model, place, title, description, standard, canCreate, canExport, actions } = props;
  const views = useViews(props);
  const { state, onState, reset, onSaved, isChanged } = useListState(views.base);
  const search = useSearch({ strict: false }) as Readonly<Record<string, unknown>>;
  const name = modelName(model);
  useEffect(() => {
    rememberList({ model: name, path: place === name ? modelPath(model) : `/s/${place}`, search, label: title });
  }, [name, model, place, search, title]);
  // The default may be one of the views, and showing the definition first would make the list change at once.
  if (views.isPending) return <PageLoading />;
  return (
    <ListPage
      model={model}
      title={title}
      description={description}
      state={state}
      onState={onState}
      {...(canCreate !== undefined && { canCreate })}
      {...(canExport !== undefined && { canExport })}
      actions={
        <>
          {views.choice === 'standard' && actions?.({ state, isChanged, onSaved })}
          <ViewsMenu
            model={model}
            place={place}
            standard={standard}
            views={views}
            state={state}
            isChanged={isChanged}
            onReset={reset}
            onSaved={onSaved}
          />
        </>
      }
    />
  );
}
