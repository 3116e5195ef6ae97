import { queuePersonSms } from '../../sms/contract.ts';
import { requiredText } from '../definition/read-config.ts';
import { readFor } from '../definition/read-for.ts';
import { actingFor } from './acting-for.ts';
import { type Addressee, personOf, readAddressee } from './people.ts';
import { defineStep, type StepResult } from './step-type.ts';
import { checkTemplates, renderFor } from './templates.ts';

interface Config {
  readonly addressee: Addressee;
  readonly text: string;
}

const maxLength = 1600;

/** Queues a text message to the person of each record. */
export const sendSms = defineStep<Config, readonly string[]>({
  usesValues: true,
  read(reading, config) {
    return { addressee: readAddressee(reading, config), text: requiredText(config, 'text', maxLength) };
  },
  check: ({ context }, { text }) => checkTemplates(context, text, 'text'),
  prepare: (run, { text }) => renderFor(run, text, 'text'),
  async run(run, { addressee }, texts) {
    const { context, workflowId, rows } = run;
    const people = context.registry.named(addressee.model);
    const results: StepResult[] = [];
    for (const [n, row] of rows.entries()) {
      const id = personOf(addressee, row);
      const person = id === null || !people ? undefined : await readFor(context, people, id);
      const phone = person && String(person.mobilePhone || person.phone || '');
      if (id === null || !phone) {
        results.push({ outcome: 'skipped', why: 'The person has no telephone number.' });
        continue;
      }
      const message = { workflowId, person: { model: addressee.model, id }, phone, text: texts[n] ?? '' };
      const queued = await queuePersonSms(actingFor(context, row), message);
      results.push(
        'messageId' in queued
          ? { outcome: 'done', why: 'The text message was queued.', output: { messageId: queued.messageId } }
          : { outcome: 'skipped', why: queued.why, output: { reason: queued.skipped } },
      );
    }
    return results;
  },
  async would(run, { addressee, text }) {
    const texts = await renderFor(run, text, 'text');
    return run.rows.map((row, n) => ({
      would: personOf(addressee, row) === null ? 'Nothing is sent: there is no person.' : `Sends the text: ${texts[n]}`,
    }));
  },
});
