import { ActionIcon, Button, FileButton, Group, Progress, Stack, Text, Tooltip } from '@mantine/core';
import { IconRefresh, IconUpload, IconX } from '@tabler/icons-react';
import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '~/api/http.ts';
import { useRefresh } from '~/api/refresh.ts';
import { fileSize } from '~/lib/file-size.ts';
import type { Link } from '~/metadata/registry.ts';
import { errorText } from '~/ui/error-text.ts';
import classes from './files.module.css';
import { type Upload, useUploads } from './upload-queue.ts';

interface UploadAreaProps {
  readonly link: Link;
  readonly id: string;
  readonly children: ReactNode;
}

/** Accepts dropped or chosen files, and shows their upload progress. */
export function UploadArea({ link: { model, field }, id, children }: UploadAreaProps) {
  const { t } = useTranslation('record');
  const refresh = useRefresh(model.path);
  const { queue, uploads } = useUploads({ path: model.path, fields: { [field.key]: id } }, () => refresh());
  const [over, setOver] = useState(false);
  // Counts enter and leave events, because elements inside report their own.
  const depth = useRef(0);
  const enter = (by: 1 | -1) => (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    depth.current += by;
    setOver(depth.current > 0);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    depth.current = 0;
    setOver(false);
    queue.add(event.dataTransfer.files);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is optional; the button has the same effect.
    <div
      className={classes.area}
      data-over={over || undefined}
      onDragEnter={enter(1)}
      onDragLeave={enter(-1)}
      onDragOver={(event) => event.preventDefault()}
      onDrop={drop}
    >
      <Stack gap="sm">
        <Group gap="xs">
          <FileButton multiple onChange={(files) => queue.add(files)} inputProps={{ 'aria-label': t('files.choose') }}>
            {(props) => (
              <Button {...props} size="xs" variant="default" leftSection={<IconUpload size={16} />}>
                {t('files.upload')}
              </Button>
            )}
          </FileButton>
          <Text size="xs" c="dimmed" visibleFrom="sm">
            {t('files.drop')}
          </Text>
        </Group>
        {uploads.length > 0 && (
          <ul className={classes.list} aria-label={t('files.uploads')}>
            {uploads.map((upload) => (
              <UploadRow
                key={upload.key}
                upload={upload}
                onRetry={() => queue.retry(upload.key)}
                onRemove={() => queue.remove(upload.key)}
              />
            ))}
          </ul>
        )}
        {children}
      </Stack>
    </div>
  );
}

interface UploadRowProps {
  readonly upload: Upload;
  readonly onRetry: () => void;
  readonly onRemove: () => void;
}

function UploadRow({ upload: { file, state, sentBytes, error }, onRetry, onRemove }: UploadRowProps) {
  const { t, i18n } = useTranslation('record');
  const isFailed = state === 'failed';
  const share = file.size === 0 ? 0 : Math.min(100, (sentBytes / file.size) * 100);
  return (
    <li className={classes.row}>
      <Stack gap={4} miw={0} flex={1}>
        <Group gap={8} wrap="nowrap">
          <Text size="sm" truncate>
            {file.name}
          </Text>
          <Text size="xs" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
            {fileSize(file.size, i18n.language)}
          </Text>
        </Group>
        {isFailed ? (
          <Text size="xs" c="red" role="alert">
            {uploadProblem(error)}
          </Text>
        ) : (
          <Progress value={share} size="xs" aria-label={t('files.progress', { name: file.name })} />
        )}
      </Stack>
      {isFailed && (
        <Tooltip label={t('common:retry')}>
          <ActionIcon variant="subtle" size="sm" aria-label={t('files.again', { name: file.name })} onClick={onRetry}>
            <IconRefresh size={16} />
          </ActionIcon>
        </Tooltip>
      )}
      <Tooltip label={t(isFailed ? 'common:remove' : 'common:cancel')}>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="sm"
          aria-label={t(isFailed ? 'files.forget' : 'files.cancel', { name: file.name })}
          onClick={onRemove}
        >
          <IconX size={16} />
        </ActionIcon>
      </Tooltip>
    </li>
  );

  function uploadProblem(problem: unknown): string {
    if (problem instanceof ApiError && problem.status === 413) return t('files.tooLarge');
    if (problem instanceof ApiError && problem.status === 402) return t('files.quota');
    return errorText(problem, t);
  }
}
