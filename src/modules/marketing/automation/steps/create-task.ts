import type { JsonValue } from '#core/fields/field.ts';
import type { Model } from '#core/models/model.ts';
import { invoke, operations } from '#core/operations/index.ts';
import { addDays } from '#lib/days.ts';
import { localTime } from '#lib/zoned-time.ts';
import { optionalText, readDuration, requiredText } from '../definition/read-config.ts';
import { StepProblem, type StepReading } from '../definition/reading.ts';
import { actingFor } from './acting-for.ts';
import { defineStep, type Enrolled, type StepResult, type StepRun } from './step-type.ts';
import { checkTemplates, renderFor } from './templates.ts';
import { checkUsers, chooseUsers, describeUsers, readUsers, type Users } from './users.ts';

interface Config {
  readonly texts: { readonly title: string; readonly description: string };
  readonly priority: string | undefined;
  readonly dueInMs: number | undefined;
  readonly assignTo: Users;
  readonly tasks: Model;
  /** The field of the task that refers to the record; null when tasks do not refer to such records. */
  readonly link: string | null;
}

const dayMs = 86_400_000;

/** Creates a task about the record. */
export const createTask = defineStep<Config, readonly Config['texts'][]>({
  usesValues: true,
  read(reading, config) {
    const tasks = reading.context.registry.named('sales.tasks');
    if (!tasks) throw new StepProblem('title', 'unknown_model', 'cannot be used: there are no tasks');
    return {
      texts: { title: requiredText(config, 'title', 500), description: optionalText(config, 'description') ?? '' },
      priority: optionalText(config, 'priority', 20),
      dueInMs: config.dueIn === undefined ? undefined : readDuration(config.dueIn, 'dueIn'),
      assignTo: readUsers(config.assignTo, 'assignTo'),
      tasks,
      // A task cannot refer to a record that was deleted.
      link: reading.definition.trigger === 'recordDeleted' ? null : linkOf(reading, tasks),
    };
  },
  async check({ context }, { texts, assignTo }) {
    await checkTemplates(context, texts, 'title');
    await checkUsers(context, assignTo, 'assignTo');
  },
  prepare: (run, { texts }) => renderFor(run, texts, 'title'),
  async run(run, config, texts) {
    const users = await chooseUsers(run, config.assignTo);
    const results: StepResult[] = [];
    for (const [n, row] of run.rows.entries()) {
      const record = taskValues(run, config, row, texts[n] ?? config.texts, users[n]);
      const { id } = await invoke(actingFor(run.context, row), operations.create, config.tasks, { record });
      results.push({ outcome: 'done', why: `The task “${record.title}” was created.`, output: { _id: id } });
    }
    return results;
  },
  async would(run, config) {
    const texts = await renderFor(run, config.texts, 'title');
    return texts.map(({ title }) => ({ would: `Creates the task “${title}” for ${describeUsers(config.assignTo)}.` }));
  },
});

/** The reference of tasks to records of the workflow. */
function linkOf({ model }: StepReading, tasks: Model): string | null {
  for (const field of tasks.fields.values())
    if (field.declared.to === model.name && !field.type.array) return field.key;
  return null;
}

function taskValues(
  { calendar, definition, clock }: StepRun,
  { dueInMs, priority, link }: Config,
  { record, recordId }: Enrolled,
  { title, description }: Config['texts'],
  userId: string | undefined,
): Record<string, JsonValue> {
  const { day } = localTime(clock.now(), definition.timezone ?? calendar.zone);
  const related = (key: string) => (typeof record[key] === 'string' ? { [key]: record[key] as string } : {});
  return {
    title: title.trim().slice(0, 255) || 'Task',
    ...(description.trim() !== '' && { description }),
    ...(dueInMs !== undefined && { dueDate: addDays(day, Math.round(dueInMs / dayMs)) }),
    ...(priority !== undefined && { priority }),
    ...(userId !== undefined && { assignedUserId: userId, ownerId: userId }),
    ...(link === null ? { ...related('contactId'), ...related('accountId') } : { [link]: recordId }),
  };
}
