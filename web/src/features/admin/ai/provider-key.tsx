import { Box, Button, Group, PasswordInput, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Form } from '~/ui/form.tsx';
import { Select } from '~/ui/select/select.tsx';
import { confirm } from '~/views/parts/confirm.tsx';
import { FormAlert } from '~/views/parts/form-alert.tsx';
import { ToneBadge } from '~/views/parts/tone-badge.tsx';
import classes from './ai.module.css';
import { type SettingKey, type Settings, settingValue, useSaveSettings } from './settings.ts';

interface ProviderKeyProps {
  readonly settingKey: SettingKey;
  readonly settings: Settings;
  /** True when a model of the provider is usable, with this key or with the server's. */
  readonly isUsable: boolean;
}

/** The key of one provider, which can be set, replaced and removed, but is never shown. */
export function ProviderKey({ settingKey, settings, isUsable }: ProviderKeyProps) {
  const { t } = useTranslation('admin-ai');
  const [editing, setEditing] = useState(false);
  const [secret, setSecret] = useState('');
  const { save, isSaving, problems } = useSaveSettings(settings);
  const stored = settings.get(settingKey);
  const isSet = stored?.secretValue?.set === true;
  const name = t(`keys.names.${settingKey.slice(3)}`);
  const send = (secretValue: string | null) =>
    save([{ key: settingKey, secretValue, ...(stored && { value: stored.value }) }], {
      onSuccess: () => {
        setEditing(false);
        setSecret('');
      },
    });
  const submit = () => {
    send(secret.trim());
  };
  const remove = () =>
    confirm({
      title: t('keys.removeTitle', { name }),
      text: t('keys.removeText'),
      action: t('common:remove'),
      danger: true,
      run: () => send(null),
    });
  return (
    <li className={classes.key} aria-label={name}>
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <Box miw={0}>
          <Text size="sm" fw={600}>
            {name}
          </Text>
          <Text size="xs" c="dimmed">
            {t(`keys.help.${settingKey.slice(3)}`)}
          </Text>
        </Box>
        <Group gap="xs" justify="flex-end">
          <ToneBadge tone={isSet || isUsable ? 'good' : 'plain'}>
            {t(isSet ? 'keys.set' : isUsable ? 'keys.server' : 'keys.none')}
          </ToneBadge>
          <Button size="xs" variant="default" aria-expanded={editing} onClick={() => setEditing(!editing)}>
            {t(isSet ? 'keys.replace' : 'keys.add')}
          </Button>
          {isSet && (
            <Button size="xs" variant="subtle" color="red" onClick={remove}>
              {t('common:remove')}
            </Button>
          )}
        </Group>
      </Group>
      <FormAlert text={problems.form} />
      {editing && (
        <Form onSubmit={submit} className={classes.keyForm}>
          <PasswordInput
            label={t('keys.key', { name })}
            value={secret}
            onChange={({ currentTarget }) => setSecret(currentTarget.value)}
            autoComplete="new-password"
            autoFocus
            maxLength={1000}
          />
          <Button type="submit" loading={isSaving} disabled={secret.trim() === ''}>
            {t('common:save')}
          </Button>
        </Form>
      )}
      {settingKey === 'ai.image' && <ImageModel settings={settings} />}
      {settingKey === 'ai.imageSearch' && <PhotoProvider settings={settings} />}
    </li>
  );
}

/** Chooses the model that generates images. */
function ImageModel({ settings }: { readonly settings: Settings }) {
  const { t } = useTranslation('admin-ai');
  const stored = settingValue<{ model?: string }>(settings, 'ai.image')?.model ?? '';
  const [model, setModel] = useState(stored);
  const { save, problems } = useSaveSettings(settings);
  const keep = () => {
    const next = model.trim();
    if (next !== stored) save([{ key: 'ai.image', value: next === '' ? null : { model: next } }]);
  };
  return (
    <TextInput
      size="xs"
      maw={320}
      mt="xs"
      label={t('keys.imageModel')}
      placeholder="gpt-image-1"
      value={model}
      error={problems.form}
      onChange={({ currentTarget }) => setModel(currentTarget.value)}
      onBlur={keep}
      maxLength={200}
    />
  );
}

/** Chooses the provider of photo search. */
function PhotoProvider({ settings }: { readonly settings: Settings }) {
  const { t } = useTranslation('admin-ai');
  const { save, problems } = useSaveSettings(settings);
  const provider = settingValue<{ provider?: string }>(settings, 'ai.imageSearch')?.provider ?? 'unsplash';
  return (
    <Select
      size="xs"
      maw={320}
      mt="xs"
      label={t('keys.photos')}
      data={[
        { value: 'unsplash', label: 'Unsplash' },
        { value: 'pexels', label: 'Pexels' },
      ]}
      value={provider}
      error={problems.form}
      onChange={(next) => save([{ key: 'ai.imageSearch', value: next === 'pexels' ? { provider: next } : null }])}
      allowDeselect={false}
    />
  );
}
