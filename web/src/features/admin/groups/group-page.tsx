import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { keys } from '~/api/keys.ts';
import { records } from '~/api/records.ts';
import { ErrorState } from '~/ui/error-state.tsx';
import { Page } from '~/ui/page.tsx';
import { PageLoading } from '~/ui/page-loading.tsx';
import { BackLink } from '~/views/parts/back-link.tsx';
import { PageSection } from '~/views/parts/page-section.tsx';
import { GroupForm } from './group-form.tsx';
import type { GroupKind, GroupRecord } from './group-kind.ts';
import { MembersTable } from './members-table.tsx';

/** A team or department with its lead and members. */
export function GroupPage({ kind }: { readonly kind: GroupKind }) {
  const { t } = useTranslation('admin');
  const { id } = useParams({ strict: false }) as { id: string };
  const { data, error, refetch } = useQuery({
    queryKey: keys.record(kind.path, id),
    queryFn: ({ signal }) => records.get(kind.path, id, [], signal) as Promise<GroupRecord>,
  });
  const above = <BackLink to={`/admin/${kind.key}`} label={t(`sections.${kind.key}.name`)} />;
  if (error)
    return (
      <Page title={t(`sections.${kind.key}.name`)} above={above}>
        <ErrorState error={error} onRetry={() => refetch()} />
      </Page>
    );
  if (!data) return <PageLoading />;
  return (
    <Page
      title={data.name}
      above={above}
      width={960}
      actions={
        <Anchor component={Link} to={`/m/identity/${kind.key}/${id}`} size="sm">
          {t('users.openRecord')}
        </Anchor>
      }
    >
      <GroupForm kind={kind} group={data} />
      <PageSection title={t('roles.members')} text={t(`groupPages.${kind.key}.membersText`)}>
        <MembersTable kind={kind} groupId={id} />
      </PageSection>
    </Page>
  );
}
