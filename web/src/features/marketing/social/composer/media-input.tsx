import { ActionIcon, Button, FileButton, Group, Input, Stack, Text, TextInput } from '@mantine/core';
import { IconPhotoPlus, IconX } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { uploadFile } from '~/api/upload.ts';
import { notifyError } from '~/ui/notify.ts';
import { useFormat } from '~/views/parts/format.ts';
import type { SocialPlatform } from '../social-api.ts';
import { MediaLimits } from './media-limits.tsx';
import type { PostMedia } from './post-values.ts';

interface MediaInputProps {
  readonly media: readonly PostMedia[];
  readonly onChange: (media: readonly PostMedia[]) => void;
  /** The platforms of the chosen accounts. */
  readonly platforms: readonly SocialPlatform[];
}

/** The images and videos of a post, with the limits of the platforms. */
export function MediaInput({ media, onChange, platforms }: MediaInputProps) {
  const { t } = useTranslation('marketing-social');
  const format = useFormat();
  const [sentShare, setSentShare] = useState(0);
  const upload = useMutation({
    mutationFn: (files: readonly File[]) => uploadAll(files, setSentShare),
    onSuccess: (files) =>
      onChange([...media, ...files.map(({ _id, name }) => ({ id: _id, name: String(name), alt: '' }))]),
    onError: (error) => notifyError(error),
  });
  const types = [...new Set(platforms.flatMap(({ mediaTypes }) => mediaTypes))];
  return (
    <Input.Wrapper label={t('compose.media')} labelElement="div">
      <Stack gap={6}>
        {media.map((one, n) => (
          <MediaRow
            key={one.id}
            one={one}
            number={n + 1}
            onAlt={(alt) => onChange(media.map((other) => (other.id === one.id ? { ...other, alt } : other)))}
            onRemove={() => onChange(media.filter(({ id }) => id !== one.id))}
          />
        ))}
        <FileButton
          multiple
          accept={types.length === 0 ? 'image/*,video/*' : types.join(',')}
          onChange={(files) => files.length > 0 && upload.mutate(files)}
        >
          {(props) => (
            <Group gap="xs">
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
              {upload.isPending && (
                <Text size="xs" c="dimmed" role="status">
                  {t('compose.sent', { share: format.rate(sentShare) })}
                </Text>
              )}
            </Group>
          )}
        </FileButton>
        <MediaLimits platforms={platforms} />
      </Stack>
    </Input.Wrapper>
  );
}

interface MediaRowProps {
  readonly one: PostMedia;
  readonly number: number;
  readonly onAlt: (alt: string) => void;
  readonly onRemove: () => void;
}

function MediaRow({ one, number, onAlt, onRemove }: MediaRowProps) {
  const { t } = useTranslation('marketing-social');
  const name = one.name || number;
  return (
    <Group gap={6} wrap="nowrap">
      <Text size="sm" truncate maw={140}>
        {one.name || t('compose.file', { number })}
      </Text>
      <TextInput
        size="xs"
        flex={1}
        aria-label={t('compose.altOf', { name })}
        placeholder={t('compose.alt')}
        value={one.alt}
        onChange={(event) => onAlt(event.currentTarget.value)}
      />
      <ActionIcon variant="subtle" color="gray" aria-label={t('compose.removeFile', { name })} onClick={onRemove}>
        <IconX size={14} />
      </ActionIcon>
    </Group>
  );
}

/** Uploads files and reports the share of sent bytes, because videos take long. */
function uploadAll(files: readonly File[], onShare: (share: number) => void) {
  const total = files.reduce((sum, { size }) => sum + size, 0);
  const sent = files.map(() => 0);
  onShare(0);
  return Promise.all(
    files.map((file, n) =>
      uploadFile('/api/data/storedFiles', file, {
        fields: { name: file.name },
        onProgress: (bytes) => {
          sent[n] = Math.min(bytes, file.size);
          onShare(total === 0 ? 1 : sent.reduce((sum, one) => sum + one, 0) / total);
        },
        signal: new AbortController().signal,
      }),
    ),
  );
}
