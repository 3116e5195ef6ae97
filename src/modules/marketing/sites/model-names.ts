import { modelNamed } from '#core/models/model-named.ts';

export const websites = modelNamed('marketing', 'websites');
export const webPages = modelNamed('marketing', 'webPages');
export const webLayouts = modelNamed('marketing', 'webLayouts');
export const webRedirects = modelNamed('marketing', 'webRedirects');
export const forms = modelNamed('forms', 'forms');
export const storedFiles = modelNamed('data', 'storedFiles');
