import { ActionIcon, Button, FileButton, Group, Input, Stack, Switch, Text, Textarea, TextInput } from '@mantine/core';
import { IconPhotoPlus, IconX } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { uploadFile } from '~/api/upload.ts';
import { notifyError } from '~/ui/notify.ts';
import { FieldOf } from '~/views/parts/field-of.tsx';
import { postsModel, type SocialPlatform } from '../social-api.ts';
import type { PostMedia, PostValues } from './post-values.ts';

interface ComposerFieldsProps {
  readonly values: PostValues;
  readonly onChange: (change: Partial<PostValues>) => void;
  /** Of the chosen accounts. */
  readonly platforms: readonly SocialPlatform[];
}

/** The text and its variants, link, media, time and campaign of a post. */
export function ComposerFields({ values, onChange, platforms }: ComposerFieldsProps) {
  const { t } = useTranslation('marketing-social');
  return (
    <Stack gap="sm">
      <Textarea
        label={t('compose.content')}
        value={values.content}
        onChange={(event) => onChange({ content: event.currentTarget.value })}
        autosize
        minRows={5}
        maxRows={16}
        required
      />
      {platforms.length > 1 &&
        platforms.map((platform) => (
          <Variant key={platform.name} platform={platform} values={values} onChange={onChange} />
        ))}
      <TextInput
        label={t('compose.link')}
        placeholder="https://"
        value={values.linkUrl}
        onChange={(event) => onChange({ linkUrl: event.currentTarget.value })}
      />
      <MediaInput media={values.media} onChange={(media) => onChange({ media })} />
      <FieldOf
        model={postsModel}
        field="scheduledAt"
        label={t('compose.time')}
        help={t('compose.timeHelp')}
        value={values.scheduledAt ?? null}
        onChange={(value) => onChange({ scheduledAt: typeof value === 'string' ? value : undefined })}
      />
      <FieldOf
        model={postsModel}
        field="campaignId"
        value={values.campaignId ?? null}
        onChange={(value) => onChange({ campaignId: typeof value === 'string' ? value : undefined })}
      />
    </Stack>
  );
}

/** Another text for one platform. */
function Variant({
  platform: { name, label },
  values,
  onChange,
}: Omit<ComposerFieldsProps, 'platforms'> & { readonly platform: SocialPlatform }) {
  const { t } = useTranslation('marketing-social');
  const text = values.variants[name];
  const { [name]: _, ...others } = values.variants;
  return (
    <div>
      <Switch
        size="xs"
        label={t('compose.other', { label })}
        checked={text !== undefined}
        onChange={(event) =>
          onChange({ variants: event.currentTarget.checked ? { ...others, [name]: values.content } : others })
        }
      />
      {text !== undefined && (
        <Textarea
          mt={4}
          aria-label={t('compose.textFor', { label })}
          value={text}
          onChange={(event) => onChange({ variants: { ...others, [name]: event.currentTarget.value } })}
          autosize
          minRows={3}
        />
      )}
    </div>
  );
}

interface MediaInputProps {
  readonly media: readonly PostMedia[];
  readonly onChange: (media: readonly PostMedia[]) => void;
}

function MediaInput({ media, onChange }: MediaInputProps) {
  const { t } = useTranslation('marketing-social');
  const upload = useMutation({
    mutationFn: (files: readonly File[]) =>
      Promise.all(
        files.map((file) =>
          uploadFile('/api/data/storedFiles', file, {
            fields: { name: file.name },
            onProgress: () => {},
            signal: new AbortController().signal,
          }),
        ),
      ),
    onSuccess: (files) =>
      onChange([...media, ...files.map(({ _id, name }) => ({ id: _id, name: String(name), alt: '' }))]),
    onError: (error) => notifyError(error),
  });
  return (
    <Input.Wrapper label={t('compose.media')} labelElement="div">
      <Stack gap={6}>
        {media.map((one, n) => (
          <Group key={one.id} gap={6} wrap="nowrap">
            <Text size="sm" truncate maw={140}>
              {one.name || t('compose.file', { number: n + 1 })}
            </Text>
            <TextInput
              size="xs"
              flex={1}
              aria-label={t('compose.altOf', { name: one.name || n + 1 })}
              placeholder={t('compose.alt')}
              value={one.alt}
              onChange={(event) => {
                const alt = event.currentTarget.value;
                onChange(media.map((other) => (other.id === one.id ? { ...other, alt } : other)));
              }}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t('compose.removeFile', { name: one.name || n + 1 })}
              onClick={() => onChange(media.filter(({ id }) => id !== one.id))}
            >
              <IconX size={14} />
            </ActionIcon>
          </Group>
        ))}
        <FileButton multiple accept="image/*,video/*" onChange={(files) => files.length > 0 && upload.mutate(files)}>
          {(props) => (
            <Button
              {...props}
              size="xs"
              variant="default"
              w="fit-content"
              leftSection={<IconPhotoPlus size={16} />}
              loading={upload.isPending}
            >
              {t('compose.addMedia')}
            </Button>
          )}
        </FileButton>
      </Stack>
    </Input.Wrapper>
  );
}
