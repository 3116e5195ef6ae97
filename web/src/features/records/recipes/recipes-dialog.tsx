import { Button, Group, Modal, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { RecordData } from '~/api/records.ts';
import { useRefresh } from '~/api/refresh.ts';
import { type Model, recordPath } from '~/metadata/model.ts';
import { useRegistry } from '~/metadata/registry.ts';
import parts from '~/views/parts/parts.module.css';
import { useAction } from '~/views/parts/use-action.ts';
import { installRecipe, type Recipe } from './recipes-api.ts';

interface RecipesDialogProps {
  readonly model: Model;
  readonly recipes: readonly Recipe[];
  readonly onClose: () => void;
}

/** The recipes of workflows. One that is chosen becomes a draft, which opens. */
export function RecipesDialog({ model, recipes, onClose }: RecipesDialogProps) {
  const { t } = useTranslation('workflows');
  const navigate = useNavigate();
  const refresh = useRefresh(model.path);
  const install = useAction({
    run: async (key: string): Promise<RecordData> => {
      const draft = await installRecipe(key);
      await navigate({ to: recordPath(model, draft._id) });
      return draft;
    },
    refresh,
  });
  return (
    <Modal opened onClose={onClose} title={t('recipes.title')} size="xl">
      <Text size="sm" c="dimmed" mb="sm">
        {t('recipes.text')}
      </Text>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
        {recipes.map((recipe) => (
          <RecipeCard
            key={recipe.key}
            recipe={recipe}
            isBusy={install.isRunning && install.input === recipe.key}
            onUse={() => install.run(recipe.key)}
          />
        ))}
      </SimpleGrid>
    </Modal>
  );
}

interface RecipeCardProps {
  readonly recipe: Recipe;
  readonly isBusy: boolean;
  readonly onUse: () => void;
}

function RecipeCard({ recipe, isBusy, onUse }: RecipeCardProps) {
  const { t } = useTranslation('workflows');
  const { name, description, modelKey, steps, needs } = recipe;
  const records = useRegistry().find(modelKey)?.labelPlural ?? modelKey;
  return (
    <Stack component="section" className={parts.panel} gap={6} justify="space-between" aria-label={name}>
      <div>
        <Title order={3} size="h4">
          {name}
        </Title>
        {description && <Text size="sm">{description}</Text>}
        {needs && needs.length > 0 && (
          <Text size="xs" c="dimmed" mt={4}>
            {t('recipes.needs', { needs: needs.join(' ') })}
          </Text>
        )}
      </div>
      <Group justify="space-between">
        <Text size="xs" c="dimmed">
          {records} · {t('recipes.steps', { count: steps.length })}
        </Text>
        <Button size="xs" variant="default" loading={isBusy} aria-label={t('recipes.useOf', { name })} onClick={onUse}>
          {t('recipes.use')}
        </Button>
      </Group>
    </Stack>
  );
}
