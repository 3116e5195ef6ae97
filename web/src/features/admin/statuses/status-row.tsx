import { ActionIcon, Group, Text, Tooltip } from '@mantine/core';
import { IconArrowMerge, IconPencil, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { safeColor } from '~/fields/choice/tone.ts';
import type { Model } from '~/metadata/model.ts';
import { ToneBadge } from '~/views/parts/tone-badge.tsx';
import classes from './statuses.module.css';
import type { Status } from './statuses.ts';

interface StatusRowProps {
  readonly model: Model;
  readonly status: Status;
  readonly onEdit: (() => void) | undefined;
  readonly onMerge: (() => void) | undefined;
  readonly onDelete: (() => void) | undefined;
}

/** A status in the list: colour, name, what it does with records, and its actions. */
export function StatusRow({ model, status, onEdit, onMerge, onDelete }: StatusRowProps) {
  const { t } = useTranslation('admin');
  const { name, category, color, isDefault, probability, rottingDays, requiredFields } = status;
  const options = model.fields.find(({ key }) => key === 'category')?.options;
  const facts = [
    options?.find(({ value }) => value === category)?.label ?? category,
    ...(typeof probability === 'number' ? [`${probability} %`] : []),
    ...(typeof rottingDays === 'number' ? [t('statuses.rotsAfter', { count: rottingDays })] : []),
    ...(requiredFields && requiredFields.length > 0 ? [t('statuses.needs', { count: requiredFields.length })] : []),
  ];
  const button = (label: string, icon: React.ReactNode, onClick: (() => void) | undefined) =>
    onClick && (
      <Tooltip label={t(label, { name })}>
        <ActionIcon variant="subtle" color="gray" aria-label={t(label, { name })} onClick={onClick}>
          {icon}
        </ActionIcon>
      </Tooltip>
    );
  return (
    <div className={classes.row}>
      <span className={classes.dot} style={{ background: safeColor(color) }} aria-hidden />
      <div className={classes.text}>
        <Group gap="xs">
          <Text size="sm" fw={500}>
            {name}
          </Text>
          {isDefault && <ToneBadge tone="plain">{t('statuses.default')}</ToneBadge>}
        </Group>
        <Text size="xs" c="dimmed">
          {facts.join(' · ')}
        </Text>
      </div>
      <Group gap={2} wrap="nowrap">
        {button('statuses.editOf', <IconPencil size={16} />, onEdit)}
        {button('statuses.mergeOf', <IconArrowMerge size={16} />, onMerge)}
        {button('statuses.deleteOf', <IconTrash size={16} />, onDelete)}
      </Group>
    </div>
  );
}
