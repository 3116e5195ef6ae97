import { Alert, Button, Code, CopyButton, Group, Modal, Stack, Text } from '@mantine/core';
import { IconCheck, IconCopy, IconKey } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

interface ShownOnceProps {
  /** The secret to show. The modal is closed without one. */
  readonly secret: string | undefined;
  readonly title: string;
  readonly text: string;
  readonly onClose: () => void;
}

/** A secret that the server shows only once. A click beside the modal does not close it. */
export function ShownOnce({ secret, title, text, onClose }: ShownOnceProps) {
  const { t } = useTranslation('admin');
  return (
    <Modal
      opened={secret !== undefined}
      onClose={onClose}
      title={title}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
      size="lg"
    >
      <Stack gap="sm">
        <Alert icon={<IconKey size={18} />} title={t('secret.once')}>
          <Text size="sm">{text}</Text>
        </Alert>
        <Code block style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }} aria-label={title}>
          {secret}
        </Code>
        <Group justify="space-between">
          <CopyButton value={secret ?? ''}>
            {({ copied, copy }) => (
              <Button
                variant={copied ? 'light' : 'filled'}
                leftSection={copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
                onClick={copy}
                data-autofocus
              >
                {copied ? t('secret.copied') : t('secret.copy')}
              </Button>
            )}
          </CopyButton>
          <Button variant="default" onClick={onClose}>
            {t('secret.stored')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
