import { useTranslation } from 'react-i18next';
import { type Field, type Model, modelName } from '~/metadata/model.ts';
import type { OptionItem } from '../option-list.tsx';

/** Words that a filter accepts instead of ids. They mean different records for each viewer. */
const wordsOf: Readonly<Record<string, readonly string[]>> = {
  'identity.users': ['me', 'myTeam'],
  'identity.teams': ['myTeam'],
};

/** True when a filter value is such a word instead of an id. */
export const isPeopleWord = ({ reference }: Pick<Field, 'reference'>, value: unknown): value is string =>
  typeof value === 'string' && reference !== undefined && (wordsOf[modelName(reference)] ?? []).includes(value);

/** The text key of a word, in the namespace `fields`. */
export const peopleWordKey = ({ reference }: Pick<Field, 'reference'>, word: string): string =>
  reference?.slug === 'teams' ? 'people.myTeams' : `people.${word}`;

/** The words that a filter of references to the model can offer. */
export function usePeopleWords(target: Model): readonly OptionItem[] {
  const { t } = useTranslation('fields');
  const name = modelName(target);
  return (wordsOf[name] ?? []).map((word) => ({
    value: word,
    label: t(peopleWordKey({ reference: target }, word)),
    second: t('people.hint'),
  }));
}
