import { enqueueMail } from '#core/mail/outbox.ts';
import { escapeHtml } from '#lib/html.ts';
import type { JsonObject } from '../definition/definition.ts';
import { optionalText, readDuration, readNext } from '../definition/read-config.ts';
import { StepProblem } from '../definition/reading.ts';
import { defineStep, type StepResult, type StepRun } from './step-type.ts';
import { checkTemplates, renderFor } from './templates.ts';
import { allUsers, checkUsers, describeUsers, readUsersObject, type Users } from './users.ts';

interface Config {
  readonly by: Users;
  readonly message: string;
  readonly timeoutMs: number | undefined;
  readonly rejectedNext: string | null;
}

/** Waits for somebody to approve. A rejection, or no decision in time, goes on at `rejectedNext`. */
export const approval = defineStep<Config, readonly string[]>({
  usesValues: true,
  read(_reading, config) {
    if (typeof config.by !== 'object' || config.by === null)
      throw new StepProblem('by', 'required', 'is required: {"userId": "…"} or {"teamId": "…"}');
    return {
      by: readUsersObject(config.by as JsonObject, 'by.'),
      message: optionalText(config, 'message') ?? '',
      timeoutMs: config.timeout === undefined ? undefined : readDuration(config.timeout, 'timeout'),
      rejectedNext: readNext(config.rejectedNext, 'rejectedNext'),
    };
  },
  nextKeys: ({ rejectedNext }) => [['rejectedNext', rejectedNext]],
  async check({ context }, { by, message }) {
    await checkUsers(context, by, 'by');
    await checkTemplates(context, message, 'message');
  },
  prepare: (run, { message }) => renderFor(run, message, 'message'),
  async run(run, { by, timeoutMs }, messages) {
    const results: StepResult[] = [];
    for (const [n, row] of run.rows.entries()) {
      const users = await allUsers(run, by, row);
      const until = timeoutMs === undefined ? null : new Date(row.enteredAt.getTime() + timeoutMs);
      const [first, ...others] = users;
      const who = first?.email && others.length === 0 ? first.email : describeUsers(by);
      for (const { email } of users)
        if (email !== null)
          await enqueueMail(run.context, email, mailOf(run, messages[n] ?? '', row.enrollmentId, until));
      const limit = until ? ` until ${until.toISOString()}` : '';
      results.push({
        outcome: 'waiting',
        until,
        why: `Waits for the approval of ${who}${limit}.`,
        output: { userIds: users.flatMap(({ userId }) => userId ?? []) },
      });
    }
    return results;
  },
  resume: ({ rows }, { rejectedNext }) =>
    rows.map(({ signal }) =>
      signal === 'approved'
        ? { outcome: 'done', why: 'It was approved.', output: { approved: true } }
        : {
            outcome: 'done',
            why: signal === 'rejected' ? 'It was rejected.' : 'Nobody decided in time, which counts as a rejection.',
            next: rejectedNext,
            output: { approved: false },
          },
    ),
  would: async ({ rows }, { by }) => rows.map(() => ({ would: `Asks ${describeUsers(by)} for approval, and waits.` })),
});

function mailOf({ context, definition, calendar }: StepRun, message: string, enrollmentId: string, until: Date | null) {
  const link = `${context.services.publicUrl()}/app/m/marketing/workflowEnrollments/${enrollmentId}`;
  const request = `The workflow “${definition.name}” waits for your approval.`;
  const zone = definition.timezone ?? calendar.zone;
  const limit = until && `Without a decision until ${timeText(until, zone)}, it counts as rejected.`;
  const how = 'Approve or reject it here:';
  const paragraphs = [request, message.trim(), limit ?? '', how].filter((one) => one !== '');
  return {
    subject: `Your approval is needed: ${definition.name}`.slice(0, 300),
    text: [...paragraphs, link].join('\n\n'),
    html: [
      ...paragraphs.map((one) => `<p>${escapeHtml(one).replaceAll('\n', '<br>')}</p>`),
      `<p><a href="${escapeHtml(link)}">${escapeHtml(link)}</a></p>`,
    ].join('\n'),
  };
}

const timeText = (at: Date, timeZone: string): string =>
  `${new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'short', timeZone }).format(at)} (${timeZone})`;
