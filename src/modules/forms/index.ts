import type { Job } from '#core/jobs/job.ts';
import { defineModule } from '#core/modules/module.ts';
import { createPrefillLink } from './actions/create-prefill-link.ts';
import { submitForm } from './actions/submit-form.ts';
import { webhookHttp } from './delivery/http/webhook-http.ts';
import { deliverSubmission } from './jobs/deliver-submission.ts';
import { formSubmissions } from './models/formSubmissions.ts';
import { forms as formsModel } from './models/forms.ts';
import { formPages } from './pages/form-pages.ts';
import { settingRules } from './settings/captcha-setting.ts';
import { formTenants } from './submissions/find-form.ts';
import { formCache } from './submissions/form-cache.ts';
import { submissionWindows } from './submissions/form-rates.ts';

export const forms = defineModule({
  key: 'forms',
  label: 'Forms',
  models: [formsModel, formSubmissions],
  actions: [submitForm, createPrefillLink],
  jobs: [deliverSubmission as Job],
  pages: formPages,
  services: [webhookHttp, submissionWindows, formTenants, formCache],
  tables: ['form_addresses'],
  settingRules,
});
