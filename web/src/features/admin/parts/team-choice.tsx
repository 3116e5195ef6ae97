import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { MultiSelect } from '~/ui/select/multi-select.tsx';
import { allTeamsQuery } from './people.ts';

interface TeamChoiceProps {
  readonly value: readonly string[];
  readonly onChange: (teamIds: readonly string[]) => void;
  readonly error?: string | undefined;
}

/** Chooses the teams of a new person. Accounts without teams do not see this input. */
export function TeamChoice({ value, onChange, error }: TeamChoiceProps) {
  const { t } = useTranslation('admin');
  const { data: teams = [] } = useQuery(allTeamsQuery);
  if (teams.length === 0) return null;
  return (
    <MultiSelect
      label={t('people.teams')}
      description={t('people.teamsHelp')}
      data={teams.map(({ _id, name }) => ({ value: _id, label: name }))}
      value={[...value]}
      onChange={onChange}
      error={error}
      searchable
      clearable
    />
  );
}
