import { Button, Group, Text } from '@mantine/core';
import { IconBuildingSkyscraper } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '~/ui/empty-state.tsx';
import { Select } from '~/ui/select/select.tsx';
import type { Column } from '~/ui/table/column.ts';
import { ListTable } from '~/views/parts/list-table.tsx';
import { Moment } from '~/views/parts/moment.tsx';
import { SearchBox } from '~/views/parts/search-box.tsx';
import { ToneBadge } from '~/views/parts/tone-badge.tsx';
import { useUrlTexts } from '~/views/parts/url-state.ts';
import { useAction } from '~/views/parts/use-action.ts';
import { usePages } from '~/views/parts/use-pages.ts';
import { SuspendModal } from './suspend-modal.tsx';
import { type Tenant, tenants, tenantsKey } from './tenants.ts';

const statuses = ['active', 'suspended'] as const;

export function TenantsTable() {
  const { t } = useTranslation('admin');
  const client = useQueryClient();
  const [{ q, status }, setState] = useUrlTexts();
  const [suspending, setSuspending] = useState<string>();
  const pages = usePages<Tenant>({
    queryKey: [...tenantsKey, q, status],
    read: (cursor, signal) => tenants.list({ q, status, cursor }, signal),
  });
  const reactivate = useAction({
    run: tenants.reactivate,
    refresh: () => client.invalidateQueries({ queryKey: tenantsKey }),
    done: (_, accountKey) => t('tenants.reactivated', { accountKey }),
  });
  const columns: Column<Tenant>[] = [
    { key: 'key', title: t('tenants.key'), cell: (tenant) => <Key tenant={tenant} /> },
    { key: 'plan', title: t('account.plan'), wide: true, cell: ({ plan }) => plan },
    { key: 'status', title: t('users.status'), cell: (tenant) => <Status tenant={tenant} /> },
    { key: 'created', title: t('tenants.created'), wide: true, cell: ({ createdAt }) => <Moment time={createdAt} /> },
    {
      key: 'actions',
      title: t('table.actions'),
      titleHidden: true,
      align: 'right',
      cell: ({ accountKey, status: state, operator }) =>
        state === 'suspended' ? (
          <Button
            size="compact-xs"
            variant="default"
            aria-label={t('tenants.reactivateOf', { accountKey })}
            loading={reactivate.isRunning && reactivate.input === accountKey}
            onClick={() => reactivate.run(accountKey)}
          >
            {t('tenants.reactivate')}
          </Button>
        ) : (
          !operator && (
            <Button
              size="compact-xs"
              variant="subtle"
              color="red"
              aria-label={t('tenants.suspendOf', { accountKey })}
              onClick={() => setSuspending(accountKey)}
            >
              {t('tenants.suspend')}
            </Button>
          )
        ),
    },
  ];
  const isFiltered = q !== undefined || status !== undefined;
  return (
    <>
      <Group gap="xs" mb="sm">
        <SearchBox
          label={t('tenants.search')}
          placeholder={t('tenants.search')}
          clearable
          value={q}
          onChange={(next) => setState({ q: next })}
        />
        <Select
          size="xs"
          w={150}
          aria-label={t('users.byStatus')}
          placeholder={t('users.byStatus')}
          data={statuses.map((value) => ({ value, label: t(`account.status.${value}`) }))}
          value={status ?? null}
          onChange={(next) => setState({ status: next ?? undefined })}
          clearable
        />
        {pages.total !== undefined && (
          <Text size="xs" c="dimmed" aria-live="polite">
            {t('tenants.count', { count: pages.total })}
          </Text>
        )}
      </Group>
      <ListTable
        label={t('sections.tenants.name')}
        columns={columns}
        rowKey={({ accountKey }) => accountKey}
        pages={pages}
        empty={
          <EmptyState
            icon={IconBuildingSkyscraper}
            title={t('tenants.none')}
            text={isFiltered ? t('tenants.noneFound') : undefined}
          />
        }
      />
      {suspending !== undefined && <SuspendModal accountKey={suspending} onClose={() => setSuspending(undefined)} />}
    </>
  );
}

function Key({ tenant }: { readonly tenant: Tenant }) {
  const { t } = useTranslation('admin');
  return (
    <>
      <Text size="sm" fw={500} style={{ overflowWrap: 'anywhere' }}>
        {tenant.accountKey}
      </Text>
      {tenant.operator && (
        <Text size="xs" c="dimmed">
          {t('tenants.operator')}
        </Text>
      )}
    </>
  );
}

/** The status of a tenant. For a suspended one it shows since when and why. */
function Status({ tenant: { status, suspendedAt, reason } }: { readonly tenant: Tenant }) {
  const { t } = useTranslation('admin');
  return (
    <>
      <ToneBadge tone={status === 'active' ? 'good' : 'bad'}>{t(`account.status.${status}`, status)}</ToneBadge>
      {suspendedAt && (
        <Text size="xs" c="dimmed" component="div" maw={360} lineClamp={2} title={reason ?? undefined}>
          <Moment time={suspendedAt} />
          {reason && ` · ${reason}`}
        </Text>
      )}
    </>
  );
}
