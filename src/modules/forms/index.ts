import { defineModule } from '#core/module.ts';
import { formSubmissions } from './models/formSubmissions.ts';
import { forms as formsModel } from './models/forms.ts';

export const forms = defineModule({
  key: 'forms',
  label: 'Forms',
  models: [formsModel, formSubmissions],
});
