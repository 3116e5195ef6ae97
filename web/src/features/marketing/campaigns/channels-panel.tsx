import { Anchor, Badge, Button, Group, Menu, Stack, Text } from '@mantine/core';
import { IconPlus, IconRoute } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useRefresh } from '~/api/refresh.ts';
import { useCan } from '~/metadata/access.ts';
import { useCreateRecord } from '~/metadata/create-record.ts';
import { type Model, recordPath } from '~/metadata/model.ts';
import { useRegistry } from '~/metadata/registry.ts';
import { EmptyState } from '~/ui/empty-state.tsx';
import { ErrorState } from '~/ui/error-state.tsx';
import { PageLoading } from '~/ui/page-loading.tsx';
import type { Column } from '~/ui/table/column.ts';
import { DataTable } from '~/ui/table/data-table.tsx';
import { useFormat } from '~/views/parts/format.ts';
import parts from '~/views/parts/parts.module.css';
import { StatusBadge } from '~/views/parts/status-badge.tsx';
import { type Campaign, type ChannelResult, campaignsPath, isChannel } from './campaign.ts';
import { useResults } from './use-results.ts';

const runColors = { waiting: 'accent', started: 'teal', task: 'orange', failed: 'red', cancelled: 'gray' } as const;

/** The channels of a campaign, each with the result of the launch. */
export function ChannelsPanel({ campaign }: { readonly campaign: Campaign }) {
  const { t } = useTranslation('marketing-campaigns');
  const { data, error, refetch, isPending } = useResults(campaign);
  if (error && !data) return <ErrorState error={error} onRetry={() => refetch()} />;
  if (isPending) return <PageLoading />;
  const add = <AddChannel campaign={campaign} />;
  if (data.channels.length === 0)
    return <EmptyState icon={IconRoute} title={t('channels.empty')} text={t('channels.emptyText')} action={add} />;
  return (
    <Stack gap="sm">
      {add}
      <ChannelTable channels={data.channels} currency={campaign.currency} />
    </Stack>
  );
}

interface ChannelTableProps {
  readonly channels: readonly ChannelResult[];
  readonly currency: Campaign['currency'];
}

function ChannelTable({ channels, currency }: ChannelTableProps) {
  const { t } = useTranslation('marketing-campaigns');
  const format = useFormat();
  const registry = useRegistry();
  const modelOf = ({ model }: ChannelResult) => registry.find(model) ?? registry.at('marketing', model);
  const columns: Column<ChannelResult>[] = [
    {
      key: 'name',
      title: t('channels.name'),
      cell: (channel) => <ChannelName channel={channel} model={modelOf(channel)} />,
    },
    {
      key: 'kind',
      title: t('channels.kind'),
      wide: true,
      cell: (channel) => {
        const model = modelOf(channel);
        return t(`kinds.${model?.slug ?? channel.model}`, { defaultValue: model?.label ?? '' });
      },
    },
    {
      key: 'status',
      title: t('list.status'),
      cell: (channel) => <ChannelStatus channel={channel} model={modelOf(channel)} />,
    },
    {
      key: 'due',
      title: t('channels.due'),
      wide: true,
      cell: ({ dueAt }) => (dueAt === null ? '' : format.time(dueAt)),
    },
    {
      key: 'clicks',
      title: t('results.clicks'),
      wide: true,
      align: 'right',
      cell: ({ clicks }) => format.number(clicks),
    },
    {
      key: 'cost',
      title: t('channels.cost'),
      wide: true,
      align: 'right',
      cell: ({ cost }) => format.money(cost, currency),
    },
  ];
  return <DataTable label={t('tabs.channels')} columns={columns} rows={channels} rowKey={({ _id }) => _id} />;
}

interface ChannelProps {
  readonly channel: ChannelResult;
  readonly model: Model | undefined;
}

function ChannelName({ channel: { _id, name, error }, model }: ChannelProps) {
  const label = name || model?.label || _id;
  return (
    <>
      {model ? (
        <Anchor component={Link} to={recordPath(model, _id)} size="sm" fw={500} c="inherit">
          {label}
        </Anchor>
      ) : (
        label
      )}
      {error !== null && (
        <Text size="xs" className={parts.bad}>
          {error}
        </Text>
      )}
    </>
  );
}

function ChannelStatus({ channel: { status, run }, model }: ChannelProps) {
  const { t } = useTranslation('marketing-campaigns');
  return (
    <Group gap={4}>
      {model && <StatusBadge model={`marketing.${model.slug}`} value={status} />}
      {run !== null && (
        <Badge
          variant="light"
          color={runColors[run]}
          size="sm"
          radius="sm"
          tt="none"
          c="var(--mantine-color-text)"
          fw={500}
        >
          {t(`run.${run}`)}
        </Badge>
      )}
    </Group>
  );
}

function AddChannel({ campaign }: { readonly campaign: Campaign }) {
  const { t } = useTranslation('marketing-campaigns');
  const refresh = useRefresh(campaignsPath);
  const can = useCan();
  const create = useCreateRecord();
  const registry = useRegistry();
  const models = registry.models.filter((model) => isChannel(model) && can.write(model));
  if (models.length === 0) return null;
  const add = async (model: Model) => {
    await create(model, { campaignId: campaign._id }, { once: true });
    refresh();
  };
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button size="xs" variant="default" w="fit-content" leftSection={<IconPlus size={16} />}>
          {t('channels.add')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {models.map((model) => (
          <Menu.Item key={model.slug} onClick={() => void add(model)}>
            {t(`kinds.${model.slug}`, { defaultValue: model.label })}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
