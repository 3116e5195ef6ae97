import { Alert, Badge, Button, Group, Stack, Tabs } from '@mantine/core';
import { IconInfoCircle, IconMailForward, IconUpload, IconUserPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keys } from '~/api/keys.ts';
import { records } from '~/api/records.ts';
import { useCan } from '~/metadata/access.ts';
import { ErrorState } from '~/ui/error-state.tsx';
import { Page } from '~/ui/page.tsx';
import { PageLoading } from '~/ui/page-loading.tsx';
import { Above } from '~/views/parts/above.tsx';
import { FieldsPanel } from '~/views/parts/fields-panel.tsx';
import { useFormat } from '~/views/parts/format.ts';
import { useUrlState } from '~/views/parts/url-state.ts';
import { paths } from '../mail-api.ts';
import { ImportDialog } from './import-dialog.tsx';
import { Members } from './members.tsx';
import { SubscribeDialog } from './subscribe-dialog.tsx';

const model = 'communications.emailLists';

/** One list: its members and its settings. */
export function ListPage() {
  const { t } = useTranslation('mail');
  const format = useFormat();
  const mayWrite = useCan().scope('communications:write');
  const { id } = useParams({ strict: false }) as { id: string };
  const [{ tab = 'members' }, setState] = useUrlState<{ tab: string }>();
  const [dialog, setDialog] = useState<'subscribe' | 'import'>();
  const { data, error, refetch, isPending } = useQuery({
    queryKey: keys.record(paths.lists, id),
    queryFn: ({ signal }) => records.get(paths.lists, id, [], signal),
  });
  if (error) return <ErrorState error={error} onRetry={() => refetch()} />;
  if (isPending) return <PageLoading />;
  const isDynamic = data.type === 'dynamic';
  return (
    <Page
      above={<Above to="/mail/lists" label={t('pages.lists')} />}
      title={
        <Group gap="xs" component="span">
          {String(data.name)}
          {data.active === false && (
            <Badge variant="light" color="gray" size="sm" radius="sm" tt="none" c="var(--mantine-color-text)" fw={500}>
              {t('transports.inactive')}
            </Badge>
          )}
        </Group>
      }
      description={t('list.summary', {
        members: format.number(data.memberCount),
        unsubscribed: format.number(data.unsubscribedCount),
      })}
      actions={
        mayWrite && (
          <>
            {!isDynamic && (
              <>
                <Button
                  size="xs"
                  variant="default"
                  leftSection={<IconUpload size={16} />}
                  onClick={() => setDialog('import')}
                >
                  {t('list.import')}
                </Button>
                <Button
                  size="xs"
                  variant="default"
                  leftSection={<IconUserPlus size={16} />}
                  onClick={() => setDialog('subscribe')}
                >
                  {t('list.subscribe')}
                </Button>
              </>
            )}
            {data.active !== false && (
              <Button
                component={Link}
                to={`/mail/compose?mode=bulk&emailListId=${id}`}
                size="xs"
                leftSection={<IconMailForward size={16} />}
              >
                {t('list.write')}
              </Button>
            )}
          </>
        )
      }
    >
      <Tabs value={tab} onChange={(value) => setState({ tab: value ?? undefined })} keepMounted={false}>
        <Tabs.List mb="sm">
          <Tabs.Tab value="members">{t('lists.members')}</Tabs.Tab>
          <Tabs.Tab value="settings">{t('settings')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="members">
          <Stack gap="sm">
            {isDynamic && (
              <Alert variant="light" color="gray" icon={<IconInfoCircle size={18} />}>
                {t('list.dynamic')}
              </Alert>
            )}
            <Members listId={id} isDynamic={isDynamic} mayWrite={mayWrite} />
          </Stack>
        </Tabs.Panel>
        <Tabs.Panel value="settings">
          <Stack gap="md" maw={900}>
            <FieldsPanel
              title={t('list.general')}
              model={model}
              record={data}
              fields={['name', 'description', 'type', 'segmentId', 'active', 'tags']}
            />
            <FieldsPanel
              title={t('lists.doubleOptIn')}
              text={t('list.doubleOptInText')}
              model={model}
              record={data}
              fields={['doubleOptIn', 'language', 'permissionReminder']}
            />
            <FieldsPanel
              title={t('list.sender')}
              text={t('list.senderText')}
              model={model}
              record={data}
              fields={['fromName', 'fromEmail', 'replyTo']}
            />
          </Stack>
        </Tabs.Panel>
      </Tabs>
      {dialog === 'subscribe' && (
        <SubscribeDialog listId={id} doubleOptIn={data.doubleOptIn === true} onClose={() => setDialog(undefined)} />
      )}
      {dialog === 'import' && (
        <ImportDialog listId={id} doubleOptIn={data.doubleOptIn === true} onClose={() => setDialog(undefined)} />
      )}
    </Page>
  );
}
