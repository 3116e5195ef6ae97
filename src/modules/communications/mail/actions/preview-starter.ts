import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { notFound } from '#core/errors.ts';
import { readCompany } from '../batches/recipient-data.ts';
import { mailScope } from '../content/mail-scope.ts';
import { compile } from '../sending/resolve-content.ts';
import { sampleCompany } from '../sending/send-single.ts';
import { starterTemplates } from '../starters/index.ts';

export const previewStarter = defineAction({
  name: 'communications.previewTemplateStarter',
  summary: 'Renders a template to begin with, with its sample data',
  routes: [{ method: 'GET', path: '/api/communications/email-template-starters/:key/preview' }],
  access: 'communications:read',
  input: Type.Object({ key: Type.String({ maxLength: 100 }) }, { additionalProperties: false }),
  output: Type.Object({
    subject: Type.String(),
    html: Type.Union([Type.String(), Type.Null()]),
    text: Type.String(),
  }),
  async run(context, { key }) {
    const starter = starterTemplates.find((one) => one.key === key);
    if (!starter) throw notFound(`The template ${key}`);
    const { sampleData, html = null, text = null } = starter;
    const compiled = await compile(context, { ...starter, html, text });
    const company = { ...sampleCompany(sampleData), ...(await readCompany(context, compiled)) };
    const rendered = await compiled.render(mailScope({ ...sampleData, company, variables: sampleData }));
    return { body: { subject: rendered.subject, html: rendered.html, text: rendered.text } };
  },
});
