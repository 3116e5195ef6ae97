import { Box, Button, Group, PasswordInput, Select, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { confirmAction } from '../parts/confirm.tsx';
import { FormAlert } from '../parts/form-alert.tsx';
import { StatusBadge } from '../parts/status-badge.tsx';
import classes from './ai.module.css';
import { type SettingKey, type Settings, settingValue, useSaveSettings } from './settings.ts';

interface ProviderKeyProps {
  readonly settingKey: SettingKey;
  readonly settings: Settings;
  /** Some model of the provider can be used: by the key here, or by that of the server. */
  readonly isUsable: boolean;
}

/** The key of one provider. It is written, replaced and removed, never shown. */
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
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send(secret.trim());
  };
  const remove = () =>
    confirmAction({
      title: t('keys.removeTitle', { name }),
      text: t('keys.removeText'),
      confirm: t('common:remove'),
      onConfirm: () => send(null),
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
          <StatusBadge tone={isSet || isUsable ? 'good' : 'plain'}>
            {t(isSet ? 'keys.set' : isUsable ? 'keys.server' : 'keys.none')}
          </StatusBadge>
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
        <form onSubmit={submit} className={classes.keyForm}>
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
        </form>
      )}
      {settingKey === 'ai.image' && <ImageModel settings={settings} />}
      {settingKey === 'ai.imageSearch' && <PhotoProvider settings={settings} />}
    </li>
  );
}

/** Which model makes images. */
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

/** Where photos are found. */
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
