import { ActionIcon, Button, Group, Tooltip } from '@mantine/core';
import { IconLink, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRefresh } from '~/api/refresh.ts';
import { useCan } from '~/metadata/access.ts';
import { useCreateRecord } from '~/metadata/create-record.ts';
import type { Link } from '~/metadata/registry.ts';
import { LinkDialog } from './link-dialog.tsx';
import { linkedValue } from './link-value.ts';

interface LinkActionsProps {
  readonly link: Link;
  readonly id: string;
}

/** Creates a record that refers to this one, or links an existing record. */
export function LinkActions({ link, id }: LinkActionsProps) {
  const { model, field } = link;
  const { t } = useTranslation('record');
  const create = useCreateRecord();
  const [linking, setLinking] = useState(false);
  const refresh = useRefresh(model.path);
  if (!useCan().write(model) || field.readOnly) return null;

  const add = async () => {
    const record = await create(model, { [field.key]: linkedValue(field, null, id) });
    if (record) await refresh();
  };
  return (
    <Group gap={4} wrap="nowrap">
      {/* A record with a required reference cannot be linked, because it would leave the record it belongs to. */}
      {!field.createOnly && !field.required && (
        <Tooltip label={t('related.link')}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="md"
            aria-label={t('related.linkOf', { model: model.label })}
            onClick={() => setLinking(true)}
          >
            <IconLink size={16} />
          </ActionIcon>
        </Tooltip>
      )}
      <Button
        size="compact-sm"
        variant="subtle"
        leftSection={<IconPlus size={14} />}
        onClick={add}
        aria-label={t('related.addOf', { model: model.label })}
      >
        {t('common:add')}
      </Button>
      {linking && <LinkDialog link={link} id={id} onClose={() => setLinking(false)} />}
    </Group>
  );
}
