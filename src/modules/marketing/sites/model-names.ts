import type { Context } from '#core/context.ts';
import type { Model } from '#core/models/model.ts';

const modelNamed =
  (moduleKey: string, slug: string) =>
  ({ registry }: Pick<Context, 'registry'>): Model => {
    const model = registry.find(moduleKey, slug);
    if (!model) throw new Error(`the model ${moduleKey}.${slug} is missing`);
    return model;
  };

export const websites = modelNamed('marketing', 'websites');
export const webPages = modelNamed('marketing', 'webPages');
export const webLayouts = modelNamed('marketing', 'webLayouts');
export const webRedirects = modelNamed('marketing', 'webRedirects');
export const forms = modelNamed('forms', 'forms');
export const storedFiles = modelNamed('data', 'storedFiles');
