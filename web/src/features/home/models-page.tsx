import { Anchor, SimpleGrid, Stack, Text, TextInput, Title } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan } from '~/metadata/access.ts';
import { type Model, modelName, modelPath } from '~/metadata/model.ts';
import { useRegistry } from '~/metadata/registry.ts';
import { EmptyState } from '~/ui/empty-state.tsx';
import { Page } from '~/ui/page.tsx';

/** All models that the person may read, by module. */
export function ModelsPage() {
  const { t } = useTranslation('home');
  const registry = useRegistry();
  const can = useCan();
  const [query, setQuery] = useState('');
  const wanted = query.trim().toLowerCase();
  const models = registry.models.filter(
    (model) => can.read(model) && `${model.labelPlural} ${model.slug}`.toLowerCase().includes(wanted),
  );
  const modules = Map.groupBy(models, ({ moduleKey }) => moduleKey);
  return (
    <Page title={t('models')} description={t('modelsText')} width={1180}>
      <Stack gap="lg">
        <TextInput
          maw={360}
          value={query}
          onChange={(event) => setQuery(event.currentTarget.value)}
          placeholder={t('findModel')}
          aria-label={t('findModel')}
          leftSection={<IconSearch size={16} />}
        />
        {models.length === 0 && <EmptyState icon={IconSearch} title={t('noModel')} />}
        {[...modules].map(([moduleKey, of]) => (
          <ModuleModels key={moduleKey} name={t(`modules.${moduleKey}`, moduleKey)} models={of} />
        ))}
      </Stack>
    </Page>
  );
}

function ModuleModels({ name, models }: { readonly name: string; readonly models: readonly Model[] }) {
  // Models of files, notes and tasks belong to other records, so they come last.
  const [own, parts] = [models.filter(({ parent }) => parent === null), models.filter(({ parent }) => parent !== null)];
  return (
    <section>
      <Title order={2} mb="xs">
        {name}
      </Title>
      <SimpleGrid cols={{ base: 1, xs: 2, sm: 3, lg: 5 }} spacing="xs" verticalSpacing={4}>
        {[...own, ...parts].map((model) => (
          <Anchor key={modelName(model)} component={Link} to={modelPath(model)} size="sm" underline="hover" truncate>
            {model.labelPlural}
            {model.custom && (
              <Text span size="xs" c="dimmed">
                {' '}
                *
              </Text>
            )}
          </Anchor>
        ))}
      </SimpleGrid>
    </section>
  );
}
