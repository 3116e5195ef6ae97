import { Anchor, Button, Group, Text } from '@mantine/core';
import { IconPlus, IconWebhook } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keys } from '~/api/keys.ts';
import { type Page as ListPage, records } from '~/api/records.ts';
import { useCan } from '~/metadata/access.ts';
import { EmptyState } from '~/ui/empty-state.tsx';
import { Page } from '~/ui/page.tsx';
import type { Column } from '~/ui/table/column.ts';
import { ListTable } from '~/views/parts/list-table.tsx';
import { SearchBox } from '~/views/parts/search-box.tsx';
import { useUrlTexts } from '~/views/parts/url-state.ts';
import { usePages } from '~/views/parts/use-pages.ts';
import { ShownOnce } from '../parts/shown-once.tsx';
import { UserName } from '../parts/user-name.tsx';
import { CreateWebhookModal } from './create-webhook-modal.tsx';
import { WebhookStatus } from './webhook-status.tsx';
import { type SavedWebhook, type Webhook, webhooksPath } from './webhooks.ts';

export function WebhooksPage() {
  const { t } = useTranslation('admin');
  const mayWrite = useCan().scope('integrations:write');
  const navigate = useNavigate();
  const [{ q }, setState] = useUrlTexts();
  const [creating, setCreating] = useState(false);
  const [created, setCreated] = useState<SavedWebhook>();
  const input = { q, sort: ['url'], limit: 50 };
  const pages = usePages<Webhook>({
    queryKey: [...keys.list(webhooksPath, input), 'pages'],
    read: (cursor, signal) => records.list(webhooksPath, { ...input, cursor }, signal) as Promise<ListPage<Webhook>>,
  });
  const columns: Column<Webhook>[] = [
    {
      key: 'url',
      title: t('webhooks.url'),
      cell: ({ _id, url, description }) => (
        <>
          <Anchor
            component={Link}
            to={`/admin/webhooks/${_id}`}
            size="sm"
            fw={500}
            style={{ overflowWrap: 'anywhere' }}
          >
            {url}
          </Anchor>
          {description && (
            <Text size="xs" c="dimmed" lineClamp={2}>
              {description}
            </Text>
          )}
        </>
      ),
    },
    {
      key: 'events',
      title: t('webhooks.events'),
      wide: true,
      cell: ({ events }) => (
        <Text size="xs" ff="monospace" lineClamp={2} maw={260} title={events?.join(', ')}>
          {events?.join(', ')}
        </Text>
      ),
    },
    { key: 'owner', title: t('webhooks.owner'), wide: true, cell: ({ ownerId }) => <UserName id={ownerId} /> },
    { key: 'status', title: t('users.status'), cell: (webhook) => <WebhookStatus webhook={webhook} /> },
  ];
  const button = mayWrite && (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setCreating(true)}>
      {t('webhooks.create')}
    </Button>
  );
  return (
    <Page title={t('sections.webhooks.name')} description={t('webhooks.text')} actions={button}>
      <Group mb="sm">
        <SearchBox
          label={t('webhooks.search')}
          placeholder={t('webhooks.search')}
          clearable
          value={q}
          onChange={(next) => setState({ q: next })}
        />
      </Group>
      <ListTable
        label={t('sections.webhooks.name')}
        columns={columns}
        rowKey={({ _id }) => _id}
        pages={pages}
        empty={<EmptyState icon={IconWebhook} title={t('webhooks.none')} text={t('webhooks.noneText')} />}
      />
      {creating && <CreateWebhookModal onClose={() => setCreating(false)} onCreated={setCreated} />}
      <ShownOnce
        secret={created?.secret}
        title={t('webhooks.secretTitle')}
        text={t('webhooks.secretText')}
        onClose={() => {
          setCreated(undefined);
          if (created) void navigate({ to: `/admin/webhooks/${created._id}` });
        }}
      />
    </Page>
  );
}
