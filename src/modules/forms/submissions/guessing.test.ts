import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { appForFile, type Json, type Reply } from '#test/harness.ts';

const app = await appForFile({ TRUST_PROXY: 'true' });
const { admin, anonymous } = app;
const formsPath = '/api/forms/forms';
const contactsPath = '/api/sales/contacts';
const rounds = 15;

let n = 0;
const next = (): number => {
  n += 1;
  return n;
};
const address = () => `visitor${next()}@example.com`;
/** An unused IP address, so that the rates of forms do not affect the measurement. */
const from = () => ({ 'x-forwarded-for': `10.1.${next() >> 8}.${n & 255}` });

const publish = (fields: Json): Promise<Json> =>
  admin.create(formsPath, {
    name: `Form ${next()}`,
    status: 'published',
    modelKey: 'sales.contacts',
    fields: ['email', 'firstName', 'lastName'],
    submitAction: 'upsertRecord',
    ...fields,
  });
const answers = (email: string): Json => ({ email, firstName: 'Ada', lastName: 'Lovelace' });
const submit = (form: Json, email: string, more: Json = {}) =>
  anonymous.post(`${formsPath}/${form._id}/submit`, { data: answers(email), ...more }, from());
const submitPage = (form: Json, fields: Json) =>
  anonymous.post(`/f/default/${form.slug}`, new URLSearchParams(fields).toString(), {
    'content-type': 'application/x-www-form-urlencoded',
    ...from(),
  });
async function knownAddress(): Promise<string> {
  const email = address();
  await admin.create(contactsPath, answers(email));
  return email;
}

/** The parts of an answer that a visitor can see. */
const shown = ({ status, text, headers }: Reply) => ({
  status,
  text,
  headers: [...headers].filter(([name]) => !['date', 'x-request-id', 'server-timing'].includes(name)),
});

type Send = () => Promise<Reply>;

/** Compares the answers and the medians of their times. `known` and `unknown` make one request each. */
async function assertAlike(t: TestContext, known: () => Promise<Send>, unknown: () => Promise<Send>): Promise<void> {
  const took: [number[], number[]] = [[], []];
  for (let round = -1; round < rounds; round += 1) {
    const replies: Reply[] = [];
    // The order alternates, so that a busy machine slows both kinds equally.
    const order = round % 2 === 0 ? [0, 1] : [1, 0];
    for (const which of order) {
      const send = await (which === 0 ? known : unknown)();
      const begun = performance.now();
      replies[which] = await send();
      if (round >= 0) took[which]?.push(performance.now() - begun);
    }
    assert.deepEqual(shown(replies[0] as Reply), shown(replies[1] as Reply));
  }
  const median = (times: number[]) => times.sort((a, b) => a - b)[(rounds - 1) / 2] as number;
  const [ofKnown, ofUnknown] = [median(took[0]), median(took[1])];
  t.diagnostic(`known ${ofKnown.toFixed(1)} ms, unknown ${ofUnknown.toFixed(1)} ms`);
  const ratio = ofKnown / ofUnknown;
  assert.ok(ratio > 0.8 && ratio < 1.25, `medians: known ${ofKnown} ms, unknown ${ofUnknown} ms`);
}

// Answers spend most of their time waiting, so the tests run concurrently.
describe('a visitor cannot learn whether a record exists', { concurrency: true }, () => {
  it('from a form that updates or creates by address', async (t) => {
    const form = await publish({});
    const alike =
      (email: string): Send =>
      () =>
        submit(form, email);
    await assertAlike(
      t,
      async () => alike(await knownAddress()),
      async () => alike(address()),
    );
  });

  it('from one that overwrites', async (t) => {
    const form = await publish({ overwrites: true });
    const existing = async () => {
      const email = address();
      await admin.create(contactsPath, { ...answers(email), firstName: 'Other' });
      return email;
    };
    const alike =
      (email: string): Send =>
      () =>
        submit(form, email);
    await assertAlike(
      t,
      async () => alike(await existing()),
      async () => alike(address()),
    );
  });

  it('from the page of a form', async (t) => {
    const form = await publish({});
    const page = await anonymous.get(`/f/default/${form.slug}`);
    const startToken = /name="startToken" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
    // Wait, because a faster answer counts as a robot's, and robots write no record.
    await sleep(2100);
    const alike = (email: string) => () => submitPage(form, { ...answers(email), startToken });
    await assertAlike(
      t,
      async () => alike(await knownAddress()),
      async () => alike(address()),
    );
    const { body } = await admin.get(`/api/forms/formSubmissions?filter[formId]=${form._id}&limit=100`);
    assert.deepEqual(new Set(body.data.map(({ status }: Json) => status)), new Set(['processed']));
  });

  it('from a form that takes one answer of each address', async (t) => {
    const form = await publish({ submitAction: 'createRecord', multipleSubmissions: false });
    await assertAlike(
      t,
      async () => {
        const email = address();
        assert.equal((await submit(form, email)).status, 201);
        return () => submit(form, email);
      },
      async () => {
        const email = address();
        return () => submit(form, email);
      },
    );
  });

  it('from one that is full', async () => {
    const form = await publish({ submitAction: 'createRecord', multipleSubmissions: false, submissionLimit: 1 });
    const email = address();
    assert.equal((await submit(form, email)).status, 201);
    const [again, other] = [await submit(form, email), await submit(form, address())];
    assert.equal(other.status, 409);
    assert.equal(again.status, 409, 'an address that has answered gets the same answer');
    assert.equal(again.body.error.message, other.body.error.message);
  });

  it('from a form that updates records, with and without a personal link', async (t) => {
    const form = await publish({ submitAction: 'updateRecord' });
    await assertAlike(
      t,
      async () => {
        const email = await knownAddress();
        return () => submit(form, email);
      },
      async () => {
        const email = address();
        return () => submit(form, email);
      },
    );
    const linkTo = async (recordId: string): Promise<string> => {
      const { body } = await admin.post(`${formsPath}/${form._id}/prefill-link`, { recordId });
      return new URL(body.url).searchParams.get('prefill') ?? '';
    };
    await assertAlike(
      t,
      async () => {
        const { _id } = await admin.create(contactsPath, answers(address()));
        const prefillToken = await linkTo(_id);
        return () => submit(form, address(), { prefillToken });
      },
      async () => {
        const { _id } = await admin.create(contactsPath, answers(address()));
        const prefillToken = await linkTo(_id);
        await admin.delete(`${contactsPath}/${_id}`);
        return () => submit(form, address(), { prefillToken });
      },
    );
  });

  it('from a field whose values are unique', async (t) => {
    const fields = ['name', 'sku'];
    const form = await publish({ submitAction: 'createRecord', modelKey: 'sales.products', fields });
    const sendNumber = (sku: string) => () =>
      anonymous.post(`${formsPath}/${form._id}/submit`, { data: { name: 'P', sku } }, from());
    await assertAlike(
      t,
      async () => {
        const { sku } = await admin.create('/api/sales/products', { name: 'P', sku: `p${next()}` });
        return sendNumber(sku);
      },
      async () => sendNumber(`p${next()}`),
    );
  });
});
