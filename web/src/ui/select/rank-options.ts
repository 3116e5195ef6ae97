import type { ComboboxItem, ComboboxParsedItem, ComboboxParsedItemGroup, OptionsFilter } from '@mantine/core';
import { namedFirst, rankMatches } from '~/lib/rank-matches.ts';

const isGroup = (option: ComboboxParsedItem): option is ComboboxParsedItemGroup => 'group' in option;

/** The filter of all selects. The best match comes first, also among groups. */
export const rankOptions: OptionsFilter = ({ options, search, limit }) => {
  const labelOf = ({ label }: ComboboxItem) => label;
  if (!options.some(isGroup))
    return rankMatches(options as readonly ComboboxItem[], search, labelOf)
      .slice(0, limit)
      .map(({ item }) => item);
  let left = limit;
  return options
    .map((option) => {
      const matches = rankMatches(isGroup(option) ? option.items : [option], search, labelOf);
      return { option, matches, best: matches[0]?.rank ?? Number.POSITIVE_INFINITY };
    })
    .filter(({ matches }) => matches.length > 0)
    .sort((a, b) => a.best - b.best)
    .flatMap(({ option, matches }): ComboboxParsedItem[] => {
      const items = matches.slice(0, left).map(({ item }) => item);
      left -= items.length;
      if (items.length === 0) return [];
      return isGroup(option) ? [{ group: option.group, items }] : items;
    });
};

/** The filter of text suggestions. A single suggestion that equals the text is not shown. */
export const rankSuggestions: OptionsFilter = (input) => {
  const found = rankOptions(input);
  const [only] = found;
  const isSaid = found.length === 1 && only && !isGroup(only) && only.label === input.search.trim();
  return isSaid ? [] : found;
};

/** The filter of options found by the server. All of them are shown. */
export const rankFound: OptionsFilter = ({ options, search }) =>
  namedFirst(options, search, (option) => (isGroup(option) ? '' : option.label));
