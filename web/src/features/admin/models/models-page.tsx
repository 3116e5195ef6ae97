import { Badge, Button, Tabs } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRegistry } from '~/metadata/registry.ts';
import { Page } from '~/ui/page.tsx';
import { useUrlTexts } from '~/views/parts/url-state.ts';
import { CreateModelModal } from './create-model-modal.tsx';
import { DeletedEntries } from './deleted-entries.tsx';
import { ModelsTable } from './models-table.tsx';
import { customFieldsOf, deletedQuery, limits } from './schema.ts';

export function ModelsPage() {
  const { t } = useTranslation('admin');
  const { models } = useRegistry();
  const deletedCount = useQuery(deletedQuery).data?.length ?? 0;
  const [{ tab = 'models' }, setState] = useUrlTexts();
  const [creating, setCreating] = useState(false);
  const usage = t('models.usage', {
    models: models.filter((model) => model.custom).length,
    fields: models.reduce((sum, model) => sum + customFieldsOf(model), 0),
    maxModels: limits.models,
    maxFields: limits.fields,
  });
  return (
    <Page
      title={t('sections.models.name')}
      description={usage}
      actions={
        <Button leftSection={<IconPlus size={16} />} onClick={() => setCreating(true)}>
          {t('models.create')}
        </Button>
      }
    >
      <Tabs
        keepMounted={false}
        value={tab}
        onChange={(next) => setState({ tab: next === 'models' ? undefined : (next ?? undefined) })}
      >
        <Tabs.List mb="sm">
          <Tabs.Tab value="models">{t('models.all')}</Tabs.Tab>
          <Tabs.Tab
            value="deleted"
            rightSection={
              deletedCount > 0 && (
                <Badge size="xs" circle>
                  {deletedCount}
                </Badge>
              )
            }
          >
            {t('models.deletedTitle')}
          </Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="models">
          <ModelsTable />
        </Tabs.Panel>
        <Tabs.Panel value="deleted">
          <DeletedEntries />
        </Tabs.Panel>
      </Tabs>
      {creating && <CreateModelModal onClose={() => setCreating(false)} />}
    </Page>
  );
}
