import { Badge, Button, Tabs } from '@mantine/core';
import { IconMailPlus, IconUserPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan } from '~/metadata/access.ts';
import { Page } from '~/ui/page.tsx';
import { useUrlTexts } from '~/views/parts/url-state.ts';
import { CreateUserModal } from './create-user-modal.tsx';
import { invitationsQuery } from './invitations.ts';
import { InvitationsTable } from './invitations-table.tsx';
import { InviteModal } from './invite-modal.tsx';
import { UsersTable } from './users-table.tsx';

export function UsersPage() {
  const { t } = useTranslation('admin');
  const isAdmin = useCan().scope('identity:admin');
  const [{ tab = 'users' }, setState] = useUrlTexts();
  const [open, setOpen] = useState<'invite' | 'create'>();
  const openCount = useQuery({ ...invitationsQuery, enabled: isAdmin }).data?.length ?? 0;
  const close = () => setOpen(undefined);
  const actions = isAdmin && (
    <>
      <Button variant="default" leftSection={<IconUserPlus size={16} />} onClick={() => setOpen('create')}>
        {t('users.create')}
      </Button>
      <Button leftSection={<IconMailPlus size={16} />} onClick={() => setOpen('invite')}>
        {t('invitations.invite')}
      </Button>
    </>
  );
  return (
    <Page title={t('sections.users.name')} actions={actions}>
      <Tabs
        keepMounted={false}
        value={tab}
        onChange={(next) => setState({ tab: next === 'users' ? undefined : (next ?? undefined) })}
      >
        {isAdmin && (
          <Tabs.List mb="sm">
            <Tabs.Tab value="users">{t('sections.users.name')}</Tabs.Tab>
            <Tabs.Tab
              value="invitations"
              rightSection={
                openCount > 0 && (
                  <Badge size="xs" circle>
                    {openCount}
                  </Badge>
                )
              }
            >
              {t('invitations.title')}
            </Tabs.Tab>
          </Tabs.List>
        )}
        <Tabs.Panel value="users">
          <UsersTable />
        </Tabs.Panel>
        <Tabs.Panel value="invitations">{isAdmin && <InvitationsTable />}</Tabs.Panel>
      </Tabs>
      {open === 'invite' && <InviteModal onClose={close} />}
      {open === 'create' && <CreateUserModal onClose={close} />}
    </Page>
  );
}
