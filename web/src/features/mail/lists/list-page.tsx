import { Alert, Badge, Button, Group, Stack, Tabs } from '@mantine/core';
import { IconInfoCircle, IconMailForward, IconUpload, IconUserPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keys } from '~/api/keys.ts';
import { type RecordData, records } from '~/api/records.ts';
import { useMayWrite } from '~/metadata/may-write.ts';
import { ErrorState } from '~/ui/error-state.tsx';
import { Page } from '~/ui/page.tsx';
import { PageLoading } from '~/ui/page-loading.tsx';
import { BackLink } from '~/views/parts/back-link.tsx';
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
  const { id } = useParams({ strict: false }) as { id: string };
  const [{ tab = 'members' }, setState] = useUrlState<{ tab: string }>();
  const [dialog, setDialog] = useState<'subscribe' | 'import'>();
  const { data, error, refetch, isPending } = useQuery({
    queryKey: keys.record(paths.lists, id),
    queryFn: ({ signal }) => records.get(paths.lists, id, [], signal),
  });
  const mayWrite = useMayWrite(model, data);
  if (error) return <ErrorState error={error} onRetry={() => refetch()} />;
  if (isPending) return <PageLoading />;
  const isDynamic = data.type === 'dynamic';
  return (
    <Page
      above={<BackLink to="/mail/lists" label={t('pages.lists')} />}
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
          <ListActions list={data} onImport={() => setDialog('import')} onSubscribe={() => setDialog('subscribe')} />
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
          <ListSettings list={data} />
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

interface ListActionsProps {
  readonly list: RecordData;
  readonly onImport: () => void;
  readonly onSubscribe: () => void;
}

function ListActions({ list, onImport, onSubscribe }: ListActionsProps) {
  const { t } = useTranslation('mail');
  return (
    <>
      {list.type !== 'dynamic' && (
        <>
          <Button size="xs" variant="default" leftSection={<IconUpload size={16} />} onClick={onImport}>
            {t('list.import')}
          </Button>
          <Button size="xs" variant="default" leftSection={<IconUserPlus size={16} />} onClick={onSubscribe}>
            {t('list.subscribe')}
          </Button>
        </>
      )}
      {list.active !== false && (
        <Button
          component={Link}
          to={`/mail/compose?mode=bulk&emailListId=${list._id}`}
          size="xs"
          leftSection={<IconMailForward size={16} />}
        >
          {t('list.write')}
        </Button>
      )}
    </>
  );
}

function ListSettings({ list }: { readonly list: RecordData }) {
  const { t } = useTranslation('mail');
  return (
    <Stack gap="md" maw={900}>
      <FieldsPanel
        title={t('list.general')}
        model={model}
        record={list}
        fields={['name', 'description', 'type', 'segmentId', 'active', 'tags']}
      />
      <FieldsPanel
        title={t('lists.doubleOptIn')}
        text={t('list.doubleOptInText')}
        model={model}
        record={list}
        fields={['doubleOptIn', 'language', 'permissionReminder']}
      />
      <FieldsPanel
        title={t('list.sender')}
        text={t('list.senderText')}
        model={model}
        record={list}
        fields={['fromName', 'fromEmail', 'replyTo']}
      />
    </Stack>
  );
}
