import { Anchor, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RecordData } from '~/api/records.ts';
import { fileSize } from '~/lib/file-size.ts';
import type { Model } from '~/metadata/model.ts';
import { titleOf } from '~/metadata/registry.ts';
import { FilePreview } from './file-preview.tsx';
import { contentUrl, fileIcon, isImage, isPdf } from './file-type.ts';
import classes from './files.module.css';

interface FileNameProps {
  readonly model: Model;
  readonly record: RecordData;
}

/** A link to a file. Images and PDFs open above the page, other files are downloaded. */
export function FileName({ model, record }: FileNameProps) {
  const { t, i18n } = useTranslation('record');
  const [open, setOpen] = useState(false);
  const url = contentUrl(record);
  const name = titleOf(model, record);
  const TypeIcon = fileIcon(record);
  const hasPicture = url !== undefined && isImage(record);
  const canPreview = hasPicture || (url !== undefined && isPdf(record) && navigator.pdfViewerEnabled);
  return (
    <span className={classes.name}>
      {hasPicture ? (
        <img className={classes.thumbnail} src={url} alt="" loading="lazy" />
      ) : (
        <TypeIcon size={20} stroke={1.5} aria-hidden />
      )}
      {url === undefined && (
        <Text span size="sm" truncate>
          {name}
        </Text>
      )}
      {canPreview && (
        <Anchor component="button" type="button" size="sm" truncate onClick={() => setOpen(true)}>
          {name}
        </Anchor>
      )}
      {url !== undefined && !canPreview && (
        <Anchor href={url} size="sm" truncate download={name}>
          {name}
        </Anchor>
      )}
      <Text span size="xs" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
        {typeof record.size === 'number' ? fileSize(record.size, i18n.language) : t('files.noContent')}
      </Text>
      {open && url !== undefined && (
        <FilePreview url={url} name={name} isPicture={hasPicture} onClose={() => setOpen(false)} />
      )}
    </span>
  );
}
