import type { JsonValue } from '#core/fields/field.ts';
import { type PersonMail, preparePersonMails, sendPersonMail } from '../../../communications/contract.ts';
import { optionalId, optionalText } from '../definition/read-config.ts';
import { readFor } from '../definition/read-for.ts';
import { StepProblem } from '../definition/reading.ts';
import { actingFor } from './acting-for.ts';
import { type Addressee, personOf, readAddressee } from './people.ts';
import { defineStep, type Enrolled, type StepResult, type StepRun } from './step-type.ts';
import { checkTemplates, renderFor, scopeOf } from './templates.ts';

interface Config {
  readonly addressee: Addressee;
  readonly content: {
    readonly templateId?: string | undefined;
    readonly subject?: string | undefined;
    readonly html?: string | undefined;
    readonly text?: string | undefined;
    readonly fromName?: string | undefined;
    readonly fromEmail?: string | undefined;
    readonly replyTo?: string | undefined;
  };
}

type Prepared = readonly (PersonMail | undefined)[];

/** Sends a mail to the person of each record, through the outbox. */
export const sendEmail = defineStep<Config, Prepared>({
  usesValues: true,
  read(reading, config) {
    const templateId = optionalId(config, 'templateId');
    const html = optionalText(config, 'html', 1_000_000);
    const text = optionalText(config, 'text', 1_000_000);
    const subject = optionalText(config, 'subject', 998);
    if (templateId === undefined && html === undefined && text === undefined)
      throw new StepProblem('templateId', 'required', 'is required, or html or text');
    if (templateId === undefined && subject === undefined) throw new StepProblem('subject', 'required', 'is required');
    return {
      addressee: readAddressee(reading, config),
      content: {
        templateId,
        subject,
        html,
        text,
        fromName: optionalText(config, 'fromName', 200),
        fromEmail: optionalText(config, 'fromEmail', 254),
        replyTo: optionalText(config, 'replyTo', 254),
      },
    };
  },
  async check({ context }, { content: { templateId, subject, html, text } }) {
    for (const [part, value] of Object.entries({ subject, html, text }))
      await checkTemplates(context, value ?? '', part);
    if (templateId === undefined) return;
    const model = context.registry.named('communications.emailTemplates');
    if (model && !(await readFor(context, model, templateId)))
      throw new StepProblem('templateId', 'reference_not_found', 'is not an email template that you may read');
  },
  async prepare(run, { addressee, content }) {
    const people = run.rows.map((row) => personOf(addressee, row));
    const known = people.flatMap((id, n) =>
      id === null ? [] : [{ model: addressee.model, id, variables: variablesFor(run, run.rows[n] as Enrolled) }],
    );
    const mails = await preparePersonMails(run.context, content, known);
    let n = 0;
    return people.map((id) => (id === null ? undefined : mails[n++]));
  },
  async run(run, _config, prepared) {
    const results: StepResult[] = [];
    for (const [n, row] of run.rows.entries()) results.push(await send(run, row, prepared[n]));
    return results;
  },
  async would(run, { addressee, content }) {
    const subjects = await renderFor(run, content.subject ?? `that of the template ${content.templateId}`, 'subject');
    return run.rows.map((row, n) => ({
      would:
        personOf(addressee, row) === null
          ? 'Nothing is sent: the record refers to no person.'
          : `Sends a mail with the subject: ${subjects[n]}`,
    }));
  },
});

/** The record and the values of earlier steps, besides what every mail can read. */
function variablesFor(run: StepRun, row: Enrolled): Record<string, unknown> {
  const { contact: _contact, lead: _lead, ...variables } = scopeOf(run, row);
  return variables;
}

async function send(
  run: Parameters<typeof sendEmail.run>[0],
  row: Enrolled,
  mail: PersonMail | undefined,
): Promise<StepResult> {
  if (!mail) return { outcome: 'skipped', why: 'The record refers to no person.' };
  // A text that cannot be rendered is a mistake of the workflow, and nothing about the person.
  if ('skipped' in mail && mail.skipped === 'notRendered') return { outcome: 'failed', why: mail.why };
  if ('skipped' in mail) return { outcome: 'skipped', why: mail.why, output: { reason: mail.skipped } };
  const { context, workflowId, definition, step, testTo } = run;
  const metadata = { workflowId, enrollmentId: row.enrollmentId, stepKey: step.key };
  const emailId = await sendPersonMail(actingFor(context, row), mail, {
    campaignId: definition.campaignId,
    metadata,
    ...(testTo !== undefined && { testTo }),
  });
  const output: JsonValue = { emailId };
  return { outcome: 'done', why: 'The mail was put into the outbox.', output };
}
