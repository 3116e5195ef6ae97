import type { Job } from '#core/jobs/job.ts';
import { defineModule } from '#core/module.ts';
import { createPrefillLink } from './actions/create-prefill-link.ts';
import { submitForm } from './actions/submit-form.ts';
import { webhookHttpEnd } from './delivery/webhook-http.ts';
import { deliverSubmission } from './jobs/deliver-submission.ts';
import { formSubmissions } from './models/formSubmissions.ts';
import { forms as formsModel } from './models/forms.ts';
import { formPages } from './pages/form-pages.ts';
import { settingRules } from './settings/captcha-setting.ts';

export const forms = defineModule({
  key: 'forms',
  label: 'Forms',
  models: [formsModel, formSubmissions],
  actions: [submitForm, createPrefillLink],
  jobs: [deliverSubmission as Job],
  pages: formPages,
  background: webhookHttpEnd,
  settingRules,
});
