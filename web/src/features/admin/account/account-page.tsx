import { Alert, Button, Group, SimpleGrid, Stack, Switch, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { request } from '~/api/http.ts';
import { useCan } from '~/metadata/access.ts';
import { ErrorState } from '~/ui/error-state.tsx';
import { Form } from '~/ui/form.tsx';
import { notifyDone } from '~/ui/notify.ts';
import { Page } from '~/ui/page.tsx';
import { PageLoading } from '~/ui/page-loading.tsx';
import { Select } from '~/ui/select/select.tsx';
import { FormAlert } from '~/views/parts/form-alert.tsx';
import { Moment } from '~/views/parts/moment.tsx';
import { PageSection } from '~/views/parts/page-section.tsx';
import { StatCard } from '~/views/parts/stat-card.tsx';
import { ToneBadge } from '~/views/parts/tone-badge.tsx';
import { useSave } from '~/views/parts/use-save.ts';
import { useRoleNames } from '../parts/people.ts';

interface Settings {
  readonly registrationOpen: boolean;
  readonly registrationRole: string;
}

interface Account {
  readonly accountKey: string;
  readonly plan: string;
  readonly status: string;
  readonly createdAt: string;
  readonly settings: Settings;
  readonly counts: { readonly users: number; readonly records: number };
}

const path = '/api/identity/account';
const queryKey = ['admin', 'account'];

export function AccountPage() {
  const { t, i18n } = useTranslation('admin');
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => request<Account>('GET', path, { signal }),
  });
  if (error)
    return (
      <Page title={t('sections.account.name')}>
        <ErrorState error={error} onRetry={() => refetch()} />
      </Page>
    );
  if (!data) return <PageLoading />;
  const number = new Intl.NumberFormat(i18n.language);
  return (
    <Page
      title={t('sections.account.name')}
      description={t('account.key', { key: data.accountKey })}
      width={960}
      actions={
        <ToneBadge tone={data.status === 'active' ? 'good' : 'bad'}>
          {t(`account.status.${data.status}`, data.status)}
        </ToneBadge>
      }
    >
      <SimpleGrid cols={{ base: 2, sm: 4 }} spacing="xs">
        <StatCard label={t('account.plan')} value={data.plan} />
        <StatCard label={t('account.users')} value={number.format(data.counts.users)} />
        <StatCard label={t('account.records')} value={number.format(data.counts.records)} />
        <StatCard label={t('account.since')} value={<Moment time={data.createdAt} />} />
      </SimpleGrid>
      <RegistrationForm
        key={`${data.settings.registrationOpen} ${data.settings.registrationRole}`}
        settings={data.settings}
      />
    </Page>
  );
}

function RegistrationForm({ settings }: { readonly settings: Settings }) {
  const { t } = useTranslation(['admin', 'common']);
  const client = useQueryClient();
  const isAdmin = useCan().scope('identity:admin');
  const roles = useRoleNames();
  const [isOpen, setOpen] = useState(settings.registrationOpen);
  const [role, setRole] = useState(settings.registrationRole);
  const { save, isSaving, problems } = useSave({
    send: () =>
      request<Account>('PATCH', path, { body: { settings: { registrationOpen: isOpen, registrationRole: role } } }),
    inputs: ['settings.registrationRole', 'settings.registrationOpen'],
    onDone: (account) => {
      client.setQueryData(queryKey, account);
      notifyDone(t('account.saved'));
    },
  });
  const submit = () => {
    save();
  };
  const isDirty = isOpen !== settings.registrationOpen || role !== settings.registrationRole;
  return (
    <PageSection title={t('account.registration')} text={t('account.registrationText')}>
      <Form onSubmit={submit}>
        <Stack gap="sm" maw={480}>
          <FormAlert text={problems.form} />
          <Switch
            label={t('account.registrationOpen')}
            description={t('account.registrationOpenHelp')}
            checked={isOpen}
            onChange={(event) => setOpen(event.currentTarget.checked)}
            disabled={!isAdmin}
            error={problems.fields['settings.registrationOpen']}
          />
          <Select
            label={t('account.registrationRole')}
            description={t('account.registrationRoleHelp')}
            data={[...new Set([...roles, role])]}
            value={role}
            onChange={(next) => next !== null && setRole(next)}
            allowDeselect={false}
            searchable
            disabled={!isAdmin}
            error={problems.fields['settings.registrationRole']}
          />
          {isOpen && role === 'admin' && (
            <Alert color="orange" icon={<IconAlertTriangle size={18} />} py="xs">
              {t('account.registrationDanger')}
            </Alert>
          )}
          {isAdmin ? (
            <Group>
              <Button type="submit" loading={isSaving} disabled={!isDirty}>
                {t('common:save')}
              </Button>
            </Group>
          ) : (
            <Text size="sm" c="dimmed">
              {t('account.readOnly')}
            </Text>
          )}
        </Stack>
      </Form>
    </PageSection>
  );
}
