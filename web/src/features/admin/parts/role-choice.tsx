import { Radio, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { allRolesQuery, type Role } from './people.ts';

interface RoleChoiceProps {
  readonly value: string | null;
  readonly onChange: (role: string) => void;
  readonly error?: string | undefined;
}

/**
 * Chooses the one role of a new person. No role is preselected, because a second role can only add permissions to the
 * first.
 */
export function RoleChoice({ value, onChange, error }: RoleChoiceProps) {
  const { t } = useTranslation('admin');
  const { data: roles } = useQuery(allRolesQuery);
  const explain = ({ description, permissions }: Role): string =>
    description || permissions?.join(', ') || t('people.allowsNothing');
  return (
    <Radio.Group
      label={t('people.role')}
      description={t('people.roleHelp')}
      value={value}
      onChange={onChange}
      error={error}
      required
    >
      <Stack gap={8} mt={8} mah={260} p={2} style={{ overflow: 'auto' }}>
        {roles ? (
          roles.map((role) => <Radio key={role._id} value={role.name} label={role.name} description={explain(role)} />)
        ) : (
          <Skeleton h={64} radius="sm" />
        )}
      </Stack>
    </Radio.Group>
  );
}
