import { Anchor, Badge, Button, Group, Skeleton, Text } from '@mantine/core';
import { IconLayoutSidebar, IconPlus } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { keys } from '~/api/keys.ts';
import { type Page as ListPage, records } from '~/api/records.ts';
import { useRegistry } from '~/metadata/registry.ts';
import { EmptyState } from '~/ui/empty-state.tsx';
import { ErrorState } from '~/ui/error-state.tsx';
import { NamedIcon } from '~/ui/named-icon.tsx';
import { notifyError } from '~/ui/notify.ts';
import { Page } from '~/ui/page.tsx';
import { SortableList } from '~/ui/sortable-list.tsx';
import { AudienceText } from '../parts/audience-text.tsx';
import { newPositions, type WorkspaceRecord, workspacesPath } from './workspace-values.ts';

const input = { sort: ['position', 'name'], limit: 200 } as const;

/** The workspaces, in the order of the sidebar. */
export function WorkspacesPage() {
  const { t } = useTranslation('screens');
  const registry = useRegistry();
  const client = useQueryClient();
  const queryKey = keys.list(workspacesPath, input);
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => records.list(workspacesPath, input, signal) as Promise<ListPage<WorkspaceRecord>>,
  });
  const { mutate: order } = useMutation({
    mutationFn: (ids: string[]) => {
      const operations = newPositions(ids, data?.data ?? []).map(({ _id, position }) => ({
        op: 'update' as const,
        _id,
        record: { position },
      }));
      return records.bulk(workspacesPath, operations);
    },
    onMutate: (ids) => {
      client.setQueryData<ListPage<WorkspaceRecord>>(
        queryKey,
        (page) => page && { ...page, data: ids.flatMap((id) => page.data.find(({ _id }) => _id === id) ?? []) },
      );
    },
    onError: (failure) => notifyError(failure, t('workspaces.notOrdered')),
  });
  const create = (
    <Button component={Link} to="/admin/workspaces/new" leftSection={<IconPlus size={16} />}>
      {t('workspace.create')}
    </Button>
  );
  return (
    <Page title={t('workspaces.title')} description={t('workspaces.text')} actions={create} width={960}>
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton h={160} />}
      {data?.data.length === 0 && (
        <EmptyState
          icon={IconLayoutSidebar}
          title={t('workspaces.none')}
          text={t('workspaces.noneText')}
          action={create}
        />
      )}
      {data && data.data.length > 0 && (
        <SortableList
          label={t('workspaces.title')}
          items={data.data.map((workspace) => ({
            id: workspace._id,
            label: registry.translated(workspace).name,
            content: <WorkspaceRow workspace={registry.translated(workspace)} />,
          }))}
          onOrder={order}
        />
      )}
    </Page>
  );
}

function WorkspaceRow({ workspace }: { readonly workspace: WorkspaceRecord }) {
  const { t } = useTranslation('screens');
  const { _id, name, icon, screenIds, isDefault, active, roleNames, teamIds } = workspace;
  return (
    <Group justify="space-between" gap="xs" py={4}>
      <Group gap="xs" wrap="nowrap">
        <NamedIcon name={icon} />
        <Anchor component={Link} to={`/admin/workspaces/${_id}`} size="sm" fw={500}>
          {name}
        </Anchor>
        <Text size="xs" c="dimmed">
          {t('workspace.screenCount', { count: screenIds?.length ?? 0 })}
        </Text>
        {isDefault && (
          <Badge size="xs" variant="light">
            {t('workspace.first')}
          </Badge>
        )}
        {!active && (
          <Badge size="xs" variant="light" color="gray">
            {t('inactive')}
          </Badge>
        )}
      </Group>
      <AudienceText roleNames={roleNames} teamIds={teamIds} />
    </Group>
  );
}
