import { ActionIcon, Menu } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useCan } from '~/metadata/access.ts';
import { useCreateRecord } from '~/metadata/create-record.ts';
import { type Model, modelName, recordPath } from '~/metadata/model.ts';
import { useRegistry } from '~/metadata/registry.ts';

/** The models for which people create records most often. The palette offers every model. */
const usual = [
  'sales.contacts',
  'sales.accounts',
  'sales.leads',
  'sales.opportunities',
  'sales.quotes',
  'ui.supportTickets',
  'marketing.campaigns',
];

export function CreateMenu() {
  const { t } = useTranslation('shell');
  const registry = useRegistry();
  const can = useCan();
  const create = useCreateRecord();
  const navigate = useNavigate();
  const models = usual.flatMap((name) => registry.find(name) ?? []).filter(can.write);
  if (models.length === 0) return null;
  const open = async (model: Model) => {
    const record = await create(model);
    if (record) await navigate({ to: recordPath(model, record._id) });
  };
  return (
    <Menu position="bottom-end" width={200}>
      <Menu.Target>
        <ActionIcon variant="light" aria-label={t('create')}>
          <IconPlus size={18} stroke={1.8} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('create')}</Menu.Label>
        {models.map((model) => (
          <Menu.Item key={modelName(model)} onClick={() => open(model)}>
            {model.label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
