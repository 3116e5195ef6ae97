import { Button, FileButton, Group, Input, Text } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { uploadFile } from '~/api/upload.ts';

const types = 'image/png,image/jpeg,image/gif,image/webp';

interface LogoInputProps {
  /** The id of the uploaded file; empty without a logo. */
  readonly value: string;
  /** The public address of the stored logo; null after another file was chosen. */
  readonly storedUrl: string | null;
  readonly error: string | undefined;
  readonly onChange: (fileId: string) => void;
}

/** Uploads the logo. It becomes public when the form is saved. */
export function LogoInput({ value, storedUrl, error, onChange }: LogoInputProps) {
  const { t } = useTranslation('admin');
  const upload = useMutation({
    mutationFn: async (file: File) => {
      const options = { fields: {}, onProgress: () => {}, signal: new AbortController().signal };
      const answer = await uploadFile('/api/communications/file-upload', file, options);
      return String((answer as unknown as { files: { _id: string }[] }).files[0]?._id ?? '');
    },
    onSuccess: onChange,
  });
  // The query makes the browser reload the file after another logo was saved.
  const source =
    storedUrl === null ? `/api/data/storedFiles/${value}/content` : `${new URL(storedUrl).pathname}?${value}`;
  return (
    <Input.Wrapper
      label={t('company.logoFileId')}
      description={t('company.logoHelp')}
      error={error ?? upload.error?.message}
    >
      <Group gap="sm" mt={6}>
        {value === '' ? (
          <Text size="sm" c="dimmed">
            {t('company.noLogo')}
          </Text>
        ) : (
          <img src={source} alt={t('company.logoFileId')} style={{ maxHeight: 48, maxWidth: 180 }} />
        )}
        <FileButton accept={types} onChange={(file) => file && upload.mutate(file)}>
          {(props) => (
            <Button
              {...props}
              size="xs"
              variant="default"
              loading={upload.isPending}
              leftSection={<IconUpload size={16} />}
            >
              {t('company.upload')}
            </Button>
          )}
        </FileButton>
        {value !== '' && (
          <Button size="xs" variant="subtle" color="gray" onClick={() => onChange('')}>
            {t('company.removeLogo')}
          </Button>
        )}
      </Group>
    </Input.Wrapper>
  );
}
