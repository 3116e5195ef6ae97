import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import type { Model } from '~/metadata/model.ts';
import { usePreference } from '~/metadata/preferences.ts';
import { type SavedView, stateOfSaved, useSavedViews } from './saved-views.ts';
import type { ListState } from './search.ts';
import { choiceName, defaultChoice, readChoice, stateOfAll, type ViewChoice } from './view-choice.ts';

type Defaults = Readonly<Record<string, string>>;

const noDefaults: Defaults = {};

/** A list with saved views. */
export interface ListPlace {
  readonly model: Model;
  /** The id of a screen, or the name of the model for its own list. Defaults are stored under it. */
  readonly place: string;
  /** The list state without a saved view. */
  readonly definition: ListState;
}

/** The saved views of a list, the chosen one, and the resulting list state. */
export function useViews({ model, place, definition }: ListPlace) {
  const { saved } = useSearch({ strict: false }) as { readonly saved?: unknown };
  const navigate = useNavigate();
  const { views, isPending } = useSavedViews(model);
  const [defaults, setDefaults] = usePreference('defaultViews', noDefaults);
  const usual = defaultChoice(defaults[place], views, place);
  const usualName = choiceName(usual);
  const choice = readChoice(saved, views) ?? usual;
  const chosenId = typeof choice === 'string' ? undefined : choice.id;
  const chosen = views.find(({ _id }) => _id === chosenId);
  const isAll = choice === 'all';
  const base = useMemo((): ListState => {
    if (chosen) return stateOfSaved(chosen);
    return isAll ? stateOfAll(definition) : definition;
  }, [chosen, isAll, definition]);
  /** Switches to another view and discards the person's changes. */
  const show = useCallback(
    (next: ViewChoice | undefined) => {
      const name = next && choiceName(next);
      void navigate({ to: '.', search: (name === undefined || name === usualName ? {} : { saved: name }) as never });
    },
    [navigate, usualName],
  );
  /** Undefined returns to the team's default, or to the definition of the list. */
  const setDefault = (next: ViewChoice | undefined) => {
    const { [place]: _before, ...others } = defaults;
    setDefaults(next === undefined ? others : { ...others, [place]: choiceName(next) });
  };
  const ownDefault = readChoice(defaults[place], views);
  return { views, isPending, choice, chosen, base, show, ownDefault, setDefault };
}

export type Views = ReturnType<typeof useViews>;

/** Separates the person's own views from those of others. */
export const viewsOf = (views: readonly SavedView[], userId: string) => ({
  mine: views.filter((view) => view.userId === userId),
  others: views.filter((view) => view.userId !== userId),
});
