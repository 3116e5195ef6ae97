import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { request } from '~/api/http.ts';
import { notifyDone, notifyError } from '~/ui/notify.ts';
import { Section } from '~/ui/section.tsx';
import { TimeText } from '~/ui/time-text.tsx';

interface Identity {
  readonly _id: string;
  readonly provider: string;
  readonly email: string | null;
  readonly createdAt: string;
}

const queryKey = ['identities'];

/** The person's sign-in providers. Shown when the server offers one or the person has linked one. */
export function IdentitiesSection() {
  const { t } = useTranslation('profile');
  const client = useQueryClient();
  const { data: linked = [] } = useQuery({
    queryKey,
    queryFn: async ({ signal }) =>
      (await request<{ data: readonly Identity[] }>('GET', '/api/identity/identities', { signal })).data,
  });
  const { data: providers = [] } = useQuery({
    queryKey: ['sign-in-options'],
    queryFn: async ({ signal }) =>
      (
        await request<{ providers: readonly { name: string; label: string }[] }>('GET', '/api/identity/auth/options', {
          signal,
        })
      ).providers,
  });
  const unlink = useMutation({
    mutationFn: (id: string) => request('DELETE', `/api/identity/identities/${id}`),
    onSuccess: () => notifyDone(t('identities.unlinked')),
    onError: (error) => notifyError(error),
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
  if (linked.length === 0 && providers.length === 0) return null;
  const free = providers.filter(({ name }) => !linked.some(({ provider }) => provider === name));
  return (
    <Section title={t('identities.title')} text={t('identities.text')}>
      <Stack gap="xs">
        {linked.map(({ _id, provider, email, createdAt }) => (
          <Group key={_id} justify="space-between" wrap="nowrap">
            <Text size="sm" truncate>
              {provider} · {email} · <TimeText value={createdAt} />
            </Text>
            <Button size="compact-sm" variant="default" onClick={() => unlink.mutate(_id)}>
              {t('identities.unlink')}
            </Button>
          </Group>
        ))}
        <Group gap="xs">
          {free.map(({ name, label }) => (
            <Button
              key={name}
              component="a"
              href={`/api/identity/auth/${name}?link=true&returnTo=/app/profile`}
              variant="default"
              size="xs"
            >
              {t('identities.link', { provider: label })}
            </Button>
          ))}
        </Group>
      </Stack>
    </Section>
  );
}
