import { useTranslation } from 'react-i18next';
import { useCan } from '~/metadata/access.ts';
import type { Model } from '~/metadata/model.ts';
import { DescribeButton } from '~/views/parts/describe-button.tsx';
import { RecipesButton } from './recipes-button.tsx';

/** Ways to a new workflow besides an empty one: a description for the assistant, and the recipes. */
export function WorkflowActions({ model }: { readonly model: Model }) {
  const { t } = useTranslation('workflows');
  if (!useCan().write(model)) return null;
  return (
    <>
      <DescribeButton question={t('describe.new')} />
      <RecipesButton model={model} />
    </>
  );
}
