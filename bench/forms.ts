import { compare, type Target } from './load.ts';
import type { Report } from './report.ts';
import { type Stage, startStage } from './stage.ts';

/** Forms limit the submissions of an address and of a form, so the load comes from many addresses and goes to many forms. */
const formCount = 100;

const headersOf = (stage: Stage) => ({ authorization: `Bearer ${stage.token}`, 'content-type': 'application/json' });

async function publish(stage: Stage, n: number): Promise<string> {
  const form = {
    name: `Contact ${n}`,
    status: 'published',
    modelKey: 'sales.contacts',
    fields: ['email', 'firstName', 'lastName'],
    submitAction: 'createRecord',
  };
  const request = { method: 'POST', headers: headersOf(stage), body: JSON.stringify(form) };
  const reply = await fetch(`${stage.url}/api/forms/forms`, request);
  if (reply.status !== 201) throw new Error(await reply.text());
  return ((await reply.json()) as { _id: string })._id;
}

/**
 * Compares a submission that creates a contact with creating the same contact by the API. The submission also stores
 * itself, with an event.
 */
export async function forms(report: Report, rounds: number, seconds: number): Promise<void> {
  const stage = await startStage({ TRUST_PROXY: 'true' });
  try {
    const ids: string[] = [];
    for (let n = 0; n < formCount; n += 1) ids.push(await publish(stage, n));
    let n = 0;
    const contact = () => {
      n += 1;
      return { email: `person${n}@example.com`, firstName: 'Ada', lastName: `Person ${n}` };
    };
    const visitor = () => `10.${(n >> 12) & 255}.${(n >> 4) & 255}.${n & 15}`;
    const submission: Target = {
      name: 'submissions',
      url: stage.url,
      next: () => ({
        method: 'POST',
        path: `/api/forms/forms/${ids[n % formCount]}/submit`,
        body: JSON.stringify({ data: contact(), utmSource: 'bench' }),
        headers: { 'content-type': 'application/json', 'x-forwarded-for': visitor() },
      }),
    };
    const creation: Target = {
      name: 'creates',
      url: stage.url,
      next: () => ({
        method: 'POST',
        path: '/api/sales/contacts',
        body: JSON.stringify(contact()),
        headers: headersOf(stage),
      }),
    };
    const { ours, theirs } = await compare(submission, creation, rounds, seconds);
    const ratio = ours.perSecond / theirs.perSecond;
    const shown = `${ours.perSecond.toFixed(0)}/s against ${theirs.perSecond.toFixed(0)}/s: ${ratio.toFixed(2)}`;
    report('submissions of a form against creates of the same contact', shown, '≥ 0.6', ratio >= 0.6);
  } finally {
    await stage.close();
  }
}
