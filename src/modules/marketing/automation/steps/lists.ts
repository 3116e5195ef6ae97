import type { JsonValue } from '#core/fields/field.ts';
import type { Model } from '#core/models/model.ts';
import { invoke, operations } from '#core/operations/index.ts';
import { requiredId } from '../definition/read-config.ts';
import { readFor } from '../definition/read-for.ts';
import { StepProblem, type StepReading } from '../definition/reading.ts';
import { actingFor } from './acting-for.ts';
import { type Addressee, personOf, readAddressee } from './people.ts';
import { defineStep, type Enrolled, type StepResult, type StepRun, type StepType } from './step-type.ts';

interface Config {
  readonly addressee: Addressee;
  readonly emailListId: string;
  readonly members: Model;
}

function read(reading: StepReading, config: Parameters<StepType['read']>[1]): Config {
  const members = reading.context.registry.named('communications.emailListMembers');
  if (!members) throw new StepProblem('emailListId', 'unknown_model', 'cannot be used: there are no lists');
  return { addressee: readAddressee(reading, config), emailListId: requiredId(config, 'emailListId'), members };
}

async function check({ context }: StepReading, { emailListId }: Config): Promise<void> {
  const model = context.registry.named('communications.emailLists');
  if (model && !(await readFor(context, model, emailListId)))
    throw new StepProblem('emailListId', 'reference_not_found', 'is not an email list that you may read');
}

/** The person and the member of the list with the person's address. */
async function find({ context }: StepRun, { addressee, emailListId, members }: Config, row: Enrolled) {
  const id = personOf(addressee, row);
  const people = context.registry.named(addressee.model);
  const person = id === null || !people ? undefined : await readFor(context, people, id);
  const email = typeof person?.email === 'string' ? person.email : undefined;
  if (id === null || !person || email === undefined) return undefined;
  const query = () => ({ filter: { emailListId, email }, limit: '1' });
  const { body } = await invoke(context, operations.list, members, { query });
  const [member] = (JSON.parse(body) as { data: Record<string, JsonValue>[] }).data;
  const name = [person.firstName, person.lastName].filter((one) => typeof one === 'string' && one !== '').join(' ');
  return { id, email, name, member };
}

const noAddress: StepResult = { outcome: 'skipped', why: 'The person has no email address.' };

export const addToList = defineStep<Config>({
  read,
  check,
  async run(run, config) {
    const results: StepResult[] = [];
    for (const row of run.rows) results.push(await subscribe(run, config, row));
    return results;
  },
  would: async ({ rows }) => rows.map(() => ({ would: 'Adds the person to the list.' })),
});

async function subscribe(run: StepRun, config: Config, row: Enrolled): Promise<StepResult> {
  const found = await find(run, config, row);
  if (!found) return noAddress;
  const { id, email, name, member } = found;
  if (member) {
    const isGone = member.status === 'unsubscribed';
    // Only a person may take back the wish to leave a list.
    return { outcome: 'skipped', why: isGone ? 'The person has left the list.' : 'The person is in the list.' };
  }
  const record = {
    emailListId: config.emailListId,
    email,
    ...(name !== '' && { name }),
    ...(config.addressee.model === 'sales.contacts' && { contactId: id }),
  };
  await invoke(actingFor(run.context, row), operations.create, config.members, { record });
  return { outcome: 'done', why: 'The person was added to the list.' };
}

export const removeFromList = defineStep<Config>({
  read,
  check,
  async run(run, config) {
    const results: StepResult[] = [];
    for (const row of run.rows) {
      const found = await find(run, config, row);
      if (!found) results.push(noAddress);
      else if (!found.member) results.push({ outcome: 'skipped', why: 'The person is not in the list.' });
      else {
        await invoke(actingFor(run.context, row), operations.remove, config.members, { id: String(found.member._id) });
        results.push({ outcome: 'done', why: 'The person was removed from the list.' });
      }
    }
    return results;
  },
  would: async ({ rows }) => rows.map(() => ({ would: 'Removes the person from the list.' })),
});
