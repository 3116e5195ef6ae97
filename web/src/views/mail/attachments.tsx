import { ActionIcon, Button, FileButton, Group, List, Text } from '@mantine/core';
import { IconPaperclip, IconX } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { fileSize } from '~/lib/file-size.ts';
import { errorText } from '~/ui/error-text.ts';
import { type StoredFile, uploadFiles } from './stored-file.ts';

interface AttachmentsProps {
  readonly value: readonly StoredFile[];
  readonly onChange: (value: readonly StoredFile[]) => void;
}

const maxFiles = 20;
const maxBytes = 25_000_000;

/** Attachments of a mail. Files are uploaded as soon as they are chosen. */
export function Attachments({ value, onChange }: AttachmentsProps) {
  const { t, i18n } = useTranslation('mail');
  const upload = useMutation({
    mutationFn: async (files: readonly File[]) => {
      const bytes = [...value, ...files].reduce((sum, { size }) => sum + size, 0);
      if (value.length + files.length > maxFiles) throw new Error(t('attachments.tooMany', { max: maxFiles }));
      if (bytes > maxBytes) throw new Error(t('attachments.tooLarge', { max: fileSize(maxBytes, i18n.language) }));
      return uploadFiles(files);
    },
    onSuccess: (files) => onChange([...value, ...files]),
  });
  return (
    <div>
      <FileButton multiple onChange={(files) => files.length > 0 && upload.mutate(files)}>
        {(props) => (
          <Button
            {...props}
            size="xs"
            variant="default"
            leftSection={<IconPaperclip size={16} />}
            loading={upload.isPending}
          >
            {t('attachments.add')}
          </Button>
        )}
      </FileButton>
      {upload.error && (
        <Text size="xs" c="red" role="alert" mt={4}>
          {errorText(upload.error, t)}
        </Text>
      )}
      {value.length > 0 && (
        <List listStyleType="none" mt="xs" size="sm" aria-label={t('attachments.label')}>
          {value.map((file) => (
            <List.Item key={file._id}>
              <Group gap={4}>
                <Text size="sm">
                  {file.name}{' '}
                  <Text span size="xs" c="dimmed">
                    {fileSize(file.size, i18n.language)}
                  </Text>
                </Text>
                <ActionIcon
                  size="sm"
                  variant="subtle"
                  color="gray"
                  aria-label={t('attachments.remove', { name: file.name })}
                  onClick={() => onChange(value.filter(({ _id }) => _id !== file._id))}
                >
                  <IconX size={14} />
                </ActionIcon>
              </Group>
            </List.Item>
          ))}
        </List>
      )}
    </div>
  );
}
