import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { keys } from '~/api/keys.ts';
import { records } from '~/api/records.ts';
import { useCan } from '~/metadata/access.ts';
import { ErrorState } from '~/ui/error-state.tsx';
import { notifyError } from '~/ui/notify.ts';
import { Page } from '~/ui/page.tsx';
import { PageLoading } from '~/ui/page-loading.tsx';
import { notifyUndo } from '~/ui/undo-notice.tsx';
import { BackLink } from '~/views/parts/back-link.tsx';
import { type Role, rolesPath } from '../parts/people.ts';
import { RoleForm } from './role-form.tsx';
import { RoleMembers } from './role-members.tsx';

/** The role that administers the account, which the server protects. */
const adminRole = 'admin';

export function RolePage() {
  const { t } = useTranslation('admin');
  const { id } = useParams({ strict: false }) as { id: string };
  const navigate = useNavigate();
  const isAdmin = useCan().scope('identity:admin');
  const { data, error, refetch } = useQuery({
    queryKey: keys.record(rolesPath, id),
    queryFn: ({ signal }) => records.get(rolesPath, id, [], signal) as Promise<Role>,
  });
  const above = <BackLink to="/admin/roles" label={t('sections.roles.name')} />;
  if (error)
    return (
      <Page title={t('sections.roles.name')} above={above}>
        <ErrorState error={error} onRetry={() => refetch()} />
      </Page>
    );
  if (!data) return <PageLoading />;
  const remove = async () => {
    try {
      await records.remove(rolesPath, id);
      await navigate({ to: '/admin/roles' });
      notifyUndo(t('roles.deleted', { name: data.name }), () => records.restore(rolesPath, id));
    } catch (problem) {
      notifyError(problem);
    }
  };
  return (
    <Page
      title={data.name}
      above={above}
      width={960}
      actions={
        isAdmin &&
        data.name !== adminRole && (
          <Button variant="default" leftSection={<IconTrash size={16} />} onClick={remove}>
            {t('roles.delete')}
          </Button>
        )
      }
    >
      <RoleForm role={data} readOnly={!isAdmin} isProtected={data.name === adminRole} />
      <RoleMembers role={data.name} />
    </Page>
  );
}
