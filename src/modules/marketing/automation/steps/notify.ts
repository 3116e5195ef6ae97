import { enqueueMail } from '#core/mail/outbox.ts';
import { escapeHtml } from '#lib/html.ts';
import { isId } from '#lib/ids.ts';
import { optionalText, requiredText } from '../definition/read-config.ts';
import { StepProblem } from '../definition/reading.ts';
import { defineStep, type StepResult, type StepRun } from './step-type.ts';
import { checkTemplates, renderFor } from './templates.ts';
import { allUsers, checkUsers, describeUsers, readUsers, type Users } from './users.ts';

interface Config {
  readonly to: readonly Users[];
  readonly texts: { readonly title: string; readonly text: string };
}

const maxRecipients = 50;

/** Sends a message to users. */
export const notify = defineStep<Config, readonly Config['texts'][]>({
  usesValues: true,
  read(_reading, config) {
    const to = Array.isArray(config.to) ? config.to : [config.to];
    if (to.length > maxRecipients)
      throw new StepProblem('to', 'too_long', `must have at most ${maxRecipients} entries`);
    return {
      to: to.map((one) => readUsers(one, 'to')),
      texts: { title: requiredText(config, 'title', 500), text: optionalText(config, 'text') ?? '' },
    };
  },
  async check({ context }, { to, texts }) {
    await checkTemplates(context, texts, 'title');
    for (const users of to) await checkUsers(context, users, 'to');
  },
  prepare: (run, { texts }) => renderFor(run, texts, 'title'),
  async run(run, { to }, texts) {
    const results: StepResult[] = [];
    for (const [n, row] of run.rows.entries()) {
      const addresses = new Set<string>();
      for (const users of to)
        for (const { email } of await allUsers(run, users, row)) if (email !== null) addresses.add(email);
      const mail = mailOf(run, texts[n] ?? { title: '', text: '' }, row.recordId);
      for (const address of addresses) await enqueueMail(run.context, address, mail);
      results.push(
        addresses.size === 0
          ? { outcome: 'skipped', why: 'There is no active user to tell.' }
          : { outcome: 'done', why: `${addresses.size} ${addresses.size === 1 ? 'user was' : 'users were'} told.` },
      );
    }
    return results;
  },
  async would(run, { to, texts }) {
    const rendered = await renderFor(run, texts, 'title');
    return rendered.map(({ title }) => ({ would: `Tells ${to.map(describeUsers).join(', ')}: ${title}` }));
  },
});

function mailOf({ context, model, definition }: StepRun, { title, text }: Config['texts'], recordId: string) {
  const link = isId(recordId)
    ? `${context.services.publicUrl()}/app/m/${model.moduleKey}/${model.slug}/${recordId}`
    : context.services.publicUrl();
  const reason = `You get this mail because of the workflow “${definition.name}”.`;
  const subject = title.replaceAll(/\s+/g, ' ').trim().slice(0, 300) || definition.name;
  const paragraphs = text.trim() === '' ? [] : [text.trim()];
  return {
    subject,
    text: [...paragraphs, link, reason].join('\n\n'),
    html: [
      ...paragraphs.map((one) => `<p>${escapeHtml(one).replaceAll('\n', '<br>')}</p>`),
      `<p><a href="${escapeHtml(link)}">${escapeHtml(link)}</a></p>`,
      `<p>${escapeHtml(reason)}</p>`,
    ].join('\n'),
  };
}
