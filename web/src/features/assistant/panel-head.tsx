import { ActionIcon, Group, Title, Tooltip } from '@mantine/core';
import { IconHistory, IconMessagePlus, IconSparkles, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './assistant.module.css';

interface PanelHeadProps {
  readonly listing: boolean;
  readonly onList: () => void;
  readonly onNew: () => void;
  readonly onClose: () => void;
}

export function PanelHead({ listing, onList, onNew, onClose }: PanelHeadProps) {
  const { t } = useTranslation('assistant');
  return (
    <Group className={classes.head} justify="space-between" wrap="nowrap" gap="xs">
      <Group gap={8} wrap="nowrap">
        <IconSparkles size={18} stroke={1.6} aria-hidden />
        <Title order={2} size="h4">
          {listing ? t('list.title') : t('title')}
        </Title>
      </Group>
      <Group gap={4} wrap="nowrap">
        <Tooltip label={t('new')}>
          <ActionIcon variant="subtle" color="gray" aria-label={t('new')} onClick={onNew}>
            <IconMessagePlus size={18} stroke={1.6} />
          </ActionIcon>
        </Tooltip>
        <Tooltip label={t('list.title')}>
          <ActionIcon
            variant={listing ? 'light' : 'subtle'}
            color={listing ? undefined : 'gray'}
            aria-label={t('list.title')}
            aria-pressed={listing}
            onClick={onList}
          >
            <IconHistory size={18} stroke={1.6} />
          </ActionIcon>
        </Tooltip>
        <Tooltip label={t('close')}>
          <ActionIcon variant="subtle" color="gray" aria-label={t('close')} onClick={onClose}>
            <IconX size={18} stroke={1.6} />
          </ActionIcon>
        </Tooltip>
      </Group>
    </Group>
  );
}
