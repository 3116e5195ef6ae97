import { Anchor, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { keys } from '~/api/keys.ts';
import { records } from '~/api/records.ts';
import { usersPath } from '../parts/people.ts';

/** The number of users with a role, with a link. It is counted per role, because the server cannot group by a list. */
export function RoleMemberCount({ role }: { readonly role: string }) {
  const { t } = useTranslation('admin');
  const input = { filter: { roles: role } };
  const { data, isPending } = useQuery({
    queryKey: keys.aggregate(usersPath, input),
    queryFn: ({ signal }) => records.aggregate(usersPath, input, signal),
  });
  if (isPending) return <Skeleton h={14} w={20} ml="auto" />;
  const count = data?.data[0]?.count ?? 0;
  return (
    <Anchor
      component={Link}
      to="/admin/users"
      search={{ role } as never}
      size="sm"
      className="tabular"
      aria-label={t('roles.membersOf', { name: role, count })}
    >
      {count}
    </Anchor>
  );
}
