import { defineModule } from '#core/modules/module.ts';
import { supportArticles } from './models/supportArticles.ts';
import { supportCategories } from './models/supportCategories.ts';

export const support = defineModule({
  key: 'support',
  label: 'Support',
  models: [supportArticles, supportCategories],
});
