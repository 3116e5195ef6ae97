import { Button } from '@mantine/core';
import { IconWand } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan } from '~/metadata/access.ts';
import type { Model } from '~/metadata/model.ts';
import { useRecipes } from './recipes-api.ts';
import { RecipesDialog } from './recipes-dialog.tsx';

/** Opens the recipes of workflows. Nothing is shown when there are none. */
export function RecipesButton({ model }: { readonly model: Model }) {
  const { t } = useTranslation('workflows');
  const canWrite = useCan().write(model);
  const [isOpen, setOpen] = useState(false);
  const { data } = useRecipes(canWrite);
  if (!data || data.length === 0) return null;
  return (
    <>
      <Button size="xs" variant="default" leftSection={<IconWand size={14} />} onClick={() => setOpen(true)}>
        {t('recipes.open')}
      </Button>
      {isOpen && <RecipesDialog model={model} recipes={data} onClose={() => setOpen(false)} />}
    </>
  );
}
