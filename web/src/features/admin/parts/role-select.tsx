import { useTranslation } from 'react-i18next';
import { MultiSelect } from '~/ui/select/multi-select.tsx';
import { useRoleNames } from './people.ts';

interface RoleSelectProps {
  readonly value: readonly string[];
  readonly onChange: (roles: string[]) => void;
  readonly error?: string | undefined;
  readonly readOnly?: boolean;
}

/** Chooses roles by name. */
export function RoleSelect({ value, onChange, error, readOnly = false }: RoleSelectProps) {
  const { t } = useTranslation('admin');
  const names = useRoleNames();
  return (
    <MultiSelect
      label={t('people.roles')}
      description={t('people.rolesHelp')}
      data={[...new Set([...names, ...value])]}
      value={[...value]}
      onChange={onChange}
      error={error}
      readOnly={readOnly}
      searchable
      maxValues={50}
      nothingFoundMessage={t('people.noRole')}
    />
  );
}
