import { Button, Group, Modal, PasswordInput, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRefresh } from '~/api/refresh.ts';
import { ErrorState } from '~/ui/error-state.tsx';
import { Form } from '~/ui/form.tsx';
import { notifyDone } from '~/ui/notify.ts';
import { PlatformIcon } from '../platform-icon.tsx';
import { connectionsPath, type SocialPlatform, socialApi } from '../social-api.ts';

interface ConnectDialogProps {
  readonly platforms: readonly SocialPlatform[];
  /** The preselected platform, when an account is reconnected. */
  readonly platform: string | undefined;
  readonly onClose: () => void;
}

/** The credentials for platforms that have no consent page. */
const credentials: Readonly<Record<string, readonly { key: string; secret?: boolean; optional?: boolean }[]>> = {
  webhook: [{ key: 'name' }, { key: 'url' }, { key: 'secret', secret: true, optional: true }],
  mastodon: [{ key: 'server' }, { key: 'accessToken', secret: true }],
  bluesky: [{ key: 'handle' }, { key: 'appPassword', secret: true }, { key: 'server', optional: true }],
};

/** Chooses a platform, then asks for consent or credentials. */
export function ConnectDialog({ platforms, platform: given, onClose }: ConnectDialogProps) {
  const { t } = useTranslation('marketing-social');
  const refresh = useRefresh(connectionsPath);
  const [chosen, setChosen] = useState(given);
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const platform = platforms.find(({ name }) => name === chosen);
  const connect = useMutation({
    mutationFn: (input: Readonly<Record<string, string>>) => socialApi.connect(input),
    onSuccess: async (answer) => {
      if ('authorizationUrl' in answer) {
        location.assign(answer.authorizationUrl);
        return;
      }
      await refresh();
      notifyDone(t('connect.done', { name: answer.name }));
      onClose();
    },
  });
  const submit = () => {
    if (!platform) return;
    const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value.trim() !== ''));
    connect.mutate({
      platform: platform.name,
      ...given,
      ...(platform.connectBy === 'consent' && { returnTo: '/app/marketing/social?tab=accounts' }),
    });
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={platform ? t('connect.to', { label: platform.label }) : t('accounts.connect')}
    >
      {!platform ? (
        <PlatformChoice platforms={platforms} onChoose={setChosen} />
      ) : (
        <Form onSubmit={submit}>
          <Stack gap="sm">
            {platform.connectBy === 'consent' && (
              <Text size="sm">{t('connect.consent', { label: platform.label })}</Text>
            )}
            {platform.connectBy !== 'consent' &&
              (credentials[platform.name] ?? []).map(({ key, secret, optional }) => {
                const Input = secret ? PasswordInput : TextInput;
                return (
                  <Input
                    key={key}
                    label={t(`connect.${key}`)}
                    description={t(`connect.help.${platform.name}.${key}`)}
                    required={!optional}
                    autoComplete="off"
                    value={values[key] ?? ''}
                    onChange={(event) => setValues({ ...values, [key]: event.currentTarget.value })}
                  />
                );
              })}
            {connect.error && <ErrorState error={connect.error} />}
            <Group justify="flex-end" gap="xs">
              <Button variant="default" onClick={() => (given === undefined ? setChosen(undefined) : onClose())}>
                {t('common:back')}
              </Button>
              <Button type="submit" loading={connect.isPending}>
                {t(platform.connectBy === 'consent' ? 'connect.continue' : 'accounts.connect')}
              </Button>
            </Group>
          </Stack>
        </Form>
      )}
    </Modal>
  );
}

interface PlatformChoiceProps {
  readonly platforms: readonly SocialPlatform[];
  readonly onChoose: (name: string) => void;
}

function PlatformChoice({ platforms, onChoose }: PlatformChoiceProps) {
  const { t } = useTranslation('marketing-social');
  return (
    <SimpleGrid cols={2} spacing="xs">
      {platforms.map(({ name, label, configured }) => (
        <div key={name}>
          <Button
            fullWidth
            justify="flex-start"
            variant="default"
            leftSection={<PlatformIcon platform={name} />}
            disabled={!configured}
            onClick={() => onChoose(name)}
          >
            {label}
          </Button>
          {!configured && (
            <Text size="xs" c="dimmed">
              {t('connect.notConfigured')}
            </Text>
          )}
        </div>
      ))}
    </SimpleGrid>
  );
}
