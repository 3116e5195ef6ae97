import { Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { IconLock, IconPlugConnected } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRefresh } from '~/api/refresh.ts';
import { useCan } from '~/metadata/access.ts';
import { EmptyState } from '~/ui/empty-state.tsx';
import { ErrorState } from '~/ui/error-state.tsx';
import { notifyDone } from '~/ui/notify.ts';
import { Page } from '~/ui/page.tsx';
import { PageLoading } from '~/ui/page-loading.tsx';
import { SaveProblems } from '~/views/editor/save-problems.tsx';
import split from '~/views/editor/split.module.css';
import { useLeave } from '~/views/form/use-leave.tsx';
import { BackLink } from '~/views/parts/back-link.tsx';
import { PlatformIcon } from '../platform-icon.tsx';
import { connectionsQuery, postsPath, type SocialConnection, type SocialPlatform } from '../social-api.ts';
import { ComposerFields } from './composer-fields.tsx';
import { PostPreview } from './post-preview.tsx';
import { emptyValues, inputOf, type PostValues } from './post-values.ts';
import { useSend } from './use-send.ts';

export function ComposePage() {
  const { t } = useTranslation('marketing-social');
  const mayWrite = useCan().scope('marketing:write');
  const { data, error, refetch, isPending } = useQuery({ ...connectionsQuery, enabled: mayWrite });
  if (!mayWrite) return <EmptyState icon={IconLock} title={t('compose.noAccess')} text={t('compose.noAccessText')} />;
  if (error) return <ErrorState error={error} onRetry={() => refetch()} />;
  if (isPending) return <PageLoading />;
  if (data.data.length === 0)
    return (
      <EmptyState
        icon={IconPlugConnected}
        title={t('accounts.empty')}
        text={t('accounts.emptyText')}
        action={
          <Button component={Link} to="/marketing/social" search={{ tab: 'accounts' } as never} size="xs">
            {t('accounts.connect')}
          </Button>
        }
      />
    );
  return <Composer accounts={data.data} platforms={data.platforms} />;
}

interface ComposerProps {
  readonly accounts: readonly SocialConnection[];
  readonly platforms: readonly SocialPlatform[];
}

/** Writes a post for several accounts. Each account gets its own post. */
function Composer({ accounts, platforms }: ComposerProps) {
  const { t } = useTranslation('marketing-social');
  const refresh = useRefresh(postsPath);
  const navigate = useNavigate();
  const [values, setValues] = useState<PostValues>(emptyValues);
  const [chosenIds, setChosenIds] = useState<readonly string[]>(
    accounts.length === 1 ? accounts.map(({ _id }) => _id) : [],
  );
  const chosen = accounts.filter(({ _id }) => chosenIds.includes(_id));
  const names = [...new Set(chosen.map(({ platform }) => platform))];
  const input = inputOf(values, names);
  const labelOf = (name: string) => platforms.find((platform) => platform.name === name)?.label ?? name;
  const send = useSend();
  const leave = useLeave(values.content.trim() !== '', () => {});
  const publish = useMutation({
    mutationFn: (draft: boolean) => send(chosen, input, draft),
    onSuccess: (_, draft) => {
      notifyDone(
        t(draft ? 'compose.kept' : values.scheduledAt ? 'compose.scheduled' : 'compose.published', {
          count: chosen.length,
        }),
      );
      leave.release();
      navigate({ to: '/marketing/social', search: { tab: 'posts' } as never });
    },
    onSettled: refresh,
  });
  const isReady = chosen.length > 0 && values.content.trim() !== '';
  return (
    <Page
      fill
      above={<BackLink to="/marketing/social" label={t('title')} />}
      title={t('new')}
      actions={
        <>
          <Button
            size="xs"
            variant="default"
            disabled={!isReady || publish.isPending}
            onClick={() => publish.mutate(true)}
          >
            {t('compose.draft')}
          </Button>
          <Button size="xs" disabled={!isReady} loading={publish.isPending} onClick={() => publish.mutate(false)}>
            {t(values.scheduledAt ? 'compose.schedule' : 'compose.now')}
          </Button>
        </>
      }
    >
      <SaveProblems
        error={publish.error ?? undefined}
        labelOf={(field) => t(`compose.fields.${field.split('.')[0]}`, { defaultValue: field })}
      />
      <div className={split.split}>
        <div className={split.write}>
          <Stack gap="sm">
            <AccountChoice accounts={accounts} value={chosenIds} onChange={setChosenIds} />
            <ComposerFields
              values={values}
              onChange={(change) => setValues({ ...values, ...change })}
              platforms={platforms.filter(({ name }) => names.includes(name))}
            />
          </Stack>
        </div>
        <section className={split.look} aria-label={t('preview.title')}>
          <Stack gap="sm">
            {chosen.length === 0 && (
              <Text size="sm" c="dimmed">
                {t('preview.choose')}
              </Text>
            )}
            {chosen.map((account) => (
              <PostPreview key={account._id} account={account} label={labelOf(account.platform)} input={input} />
            ))}
          </Stack>
        </section>
      </div>
      {leave.dialog}
    </Page>
  );
}

interface AccountChoiceProps {
  readonly accounts: readonly SocialConnection[];
  readonly value: readonly string[];
  readonly onChange: (ids: string[]) => void;
}

function AccountChoice({ accounts, value, onChange }: AccountChoiceProps) {
  const { t } = useTranslation('marketing-social');
  return (
    <Checkbox.Group label={t('compose.accounts')} value={[...value]} onChange={onChange} required>
      <Group gap="sm" mt={4}>
        {accounts.map((account) => (
          <Checkbox
            key={account._id}
            value={account._id}
            disabled={account.status !== 'active'}
            label={
              <Group gap={4} component="span" wrap="nowrap">
                <PlatformIcon platform={account.platform} size={14} />
                {account.name}
              </Group>
            }
          />
        ))}
      </Group>
    </Checkbox.Group>
  );
}
