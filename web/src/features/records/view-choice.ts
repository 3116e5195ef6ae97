import type { ListState } from './search.ts';

/** The choice of view: a saved view, the list as defined, or all records. */
export type ViewChoice = 'standard' | 'all' | { readonly id: string };

/** The properties of a saved view that a choice needs. */
interface ChosenView {
  readonly _id: string;
  readonly updatedAt: string;
  readonly defaultOn: readonly string[] | null;
}

/** The stored form of a choice, in addresses and preferences. */
export const choiceName = (choice: ViewChoice): string => (typeof choice === 'string' ? choice : choice.id);

export const isSameChoice = (one: ViewChoice, other: ViewChoice): boolean => choiceName(one) === choiceName(other);

/** Parses a stored choice; undefined when its view does not exist or is no longer visible. */
export function readChoice(name: unknown, views: readonly ChosenView[]): ViewChoice | undefined {
  if (name === 'standard' || name === 'all') return name;
  const view = views.find(({ _id }) => _id === name);
  return view && { id: view._id };
}

/**
 * The default view of the team: a view that is the default for everybody who sees it. If there are several, the one
 * changed last is used.
 */
export const teamDefaultOf = <View extends ChosenView>(views: readonly View[], place: string): View | undefined =>
  views
    .filter(({ defaultOn }) => defaultOn?.includes(place))
    .sort((one, other) => other.updatedAt.localeCompare(one.updatedAt))[0];

/** The default of a list: the person's own, the team's, or the list as defined. */
export function defaultChoice(own: unknown, views: readonly ChosenView[], place: string): ViewChoice {
  const chosen = readChoice(own, views);
  if (chosen) return chosen;
  const team = teamDefaultOf(views, place);
  return team ? { id: team._id } : 'standard';
}

/** The state for all records: the layout, columns, sort and grouping of the list, without its filter. */
export const stateOfAll = ({ filter: _filter, q: _q, ...look }: ListState): ListState => look;
