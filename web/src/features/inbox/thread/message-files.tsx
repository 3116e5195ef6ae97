import { Anchor, Group, Modal, Text } from '@mantine/core';
import { IconDownload, IconPaperclip } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fileSize } from '~/lib/file-size.ts';
import classes from '../inbox.module.css';
import type { MessageFile } from '../inbox-api.ts';

/** SVG images are not shown, because they can contain scripts. */
const isPicture = ({ contentType }: MessageFile): boolean =>
  /^image\/(png|jpe?g|gif|webp|avif)$/.test(contentType ?? '');

/** The files of a message. Images open in the console, and all files can be downloaded. */
export function MessageFiles({ files }: { readonly files: readonly MessageFile[] }) {
  const { t, i18n } = useTranslation('inbox');
  const [open, setOpen] = useState<MessageFile>();
  if (files.length === 0) return null;
  return (
    <ul className={classes.files} aria-label={t('files.title')}>
      {files.map((file) => (
        <li key={file._id} className={classes.file}>
          <IconPaperclip size={14} aria-hidden />
          {isPicture(file) ? (
            <Anchor component="button" type="button" size="xs" truncate onClick={() => setOpen(file)}>
              {file.name}
            </Anchor>
          ) : (
            <Text span size="xs" truncate>
              {file.name}
            </Text>
          )}
          <Text span size="xs" c="dimmed" miw="max-content">
            {fileSize(file.size, i18n.language)}
          </Text>
          <Anchor
            href={file.url}
            download={file.name}
            size="xs"
            aria-label={t('files.download', { name: file.name })}
            className={classes.download}
          >
            <IconDownload size={14} aria-hidden />
          </Anchor>
        </li>
      ))}
      <Modal opened={open !== undefined} onClose={() => setOpen(undefined)} title={open?.name} size="xl">
        {open && (
          <Group justify="center">
            <img src={open.url} alt={open.name} className={classes.picture} />
          </Group>
        )}
      </Modal>
    </ul>
  );
}
