import { Button, FileButton, Group, Input, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { uploadFile } from '~/api/upload.ts';
import { notifyError } from '~/ui/notify.ts';
import type { Block } from '../site.ts';

interface ImageInputProps {
  readonly label: string;
  readonly block: Block;
  readonly onChange: (values: Readonly<Record<string, unknown>>) => void;
  readonly disabled: boolean;
}

/** Uploads the picture of a block. */
export function ImageInput({ label, block, onChange, disabled }: ImageInputProps) {
  const { t } = useTranslation('marketing-sites');
  const upload = useMutation({
    mutationFn: (file: File) =>
      uploadFile('/api/data/storedFiles', file, {
        fields: { name: file.name },
        onProgress: () => {},
        signal: new AbortController().signal,
      }),
    onSuccess: ({ _id, name }) =>
      onChange({ storedFileId: _id, url: undefined, alt: block.alt ?? String(name).replace(/\.[^.]+$/, '') }),
    onError: (error) => notifyError(error),
  });
  const hasFile = block.storedFileId !== undefined;
  return (
    <Input.Wrapper size="xs" label={label} labelElement="div">
      <Group gap="xs">
        <FileButton onChange={(file) => file && upload.mutate(file)} accept="image/*" disabled={disabled}>
          {(props) => (
            <Button {...props} size="compact-xs" variant="default" loading={upload.isPending}>
              {t(hasFile ? 'image.replace' : 'image.upload')}
            </Button>
          )}
        </FileButton>
        {hasFile && (
          <>
            <Text size="xs" c="dimmed">
              {t('image.uploaded')}
            </Text>
            <Button
              size="compact-xs"
              variant="subtle"
              color="red"
              disabled={disabled}
              onClick={() => onChange({ storedFileId: undefined })}
            >
              {t('common:remove')}
            </Button>
          </>
        )}
      </Group>
    </Input.Wrapper>
  );
}
