import { Anchor, Group, Modal } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './files.module.css';

interface FilePreviewProps {
  readonly url: string;
  readonly name: string;
  readonly isPicture: boolean;
  readonly onClose: () => void;
}

/** Shows an image or PDF above the page. */
export function FilePreview({ url, name, isPicture, onClose }: FilePreviewProps) {
  const { t } = useTranslation('record');
  return (
    <Modal opened onClose={onClose} title={name} size="xl" centered>
      {isPicture ? (
        <img className={classes.preview} src={url} alt={name} />
      ) : (
        <iframe className={classes.document} src={url} title={name} />
      )}
      <Group gap="md" mt="xs">
        <Anchor href={url} target="_blank" rel="noopener" size="sm">
          {t('files.newTab')}
        </Anchor>
        <Anchor href={url} download={name} size="sm">
          {t('files.download')}
        </Anchor>
      </Group>
    </Modal>
  );
}
