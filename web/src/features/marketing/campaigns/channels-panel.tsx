import { Anchor, Badge, Button, Group, Menu, Stack, Table, Text } from '@mantine/core';
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
import table from '~/views/parts/data-table.module.css';
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
      <Table.ScrollContainer minWidth={300} type="native">
        <Table verticalSpacing={6} highlightOnHover aria-label={t('tabs.channels')} className={table.lines}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('channels.name')}</Table.Th>
              <Table.Th visibleFrom="sm">{t('channels.kind')}</Table.Th>
              <Table.Th>{t('list.status')}</Table.Th>
              <Table.Th visibleFrom="sm">{t('channels.due')}</Table.Th>
              <Table.Th visibleFrom="sm" ta="right">
                {t('results.clicks')}
              </Table.Th>
              <Table.Th visibleFrom="sm" ta="right">
                {t('channels.cost')}
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {data.channels.map((channel) => (
              <ChannelRow key={channel._id} channel={channel} />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Stack>
  );
}

function ChannelRow({ channel }: { readonly channel: ChannelResult }) {
  const { t } = useTranslation('marketing-campaigns');
  const format = useFormat();
  const registry = useRegistry();
  const model = registry.find(channel.model) ?? registry.at('marketing', channel.model);
  const { _id, name, status, run, dueAt, error, clicks, cost } = channel;
  const label = name || model?.label || _id;
  return (
    <Table.Tr>
      <Table.Td>
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
      </Table.Td>
      <Table.Td visibleFrom="sm">
        {t(`kinds.${model?.slug ?? channel.model}`, { defaultValue: model?.label ?? '' })}
      </Table.Td>
      <Table.Td>
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
      </Table.Td>
      <Table.Td visibleFrom="sm">{dueAt === null ? '' : format.time(dueAt)}</Table.Td>
      <Table.Td visibleFrom="sm" ta="right" className="tabular">
        {format.number(clicks)}
      </Table.Td>
      <Table.Td visibleFrom="sm" ta="right" className="tabular">
        {format.number(cost)}
      </Table.Td>
    </Table.Tr>
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
