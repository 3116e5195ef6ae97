import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { fieldsOf } from '#test/custom-fields.ts';
import { eventually } from '#test/eventually.ts';
import { appForFile, type Client, type Json } from '#test/harness.ts';
import { isComplete } from '#test/long.ts';

const app = await appForFile();
const accounts = '/api/sales/accounts';
const deals = '/api/sales/opportunities';
const stages = ['won', 'lost', 'proposal'];

interface Deal {
  readonly account: number;
  /** A decimal number as text, which a double may not represent. */
  readonly value: string;
  readonly stage: string;
  readonly deleted?: boolean;
}

/** Records of the rollups of one account, as the oracle computes them. */
interface Totals {
  readonly dealCount: number;
  readonly wonValue: number;
  readonly meanValue: number | null;
  readonly leastValue: number | null;
  /** A formula over two rollups. */
  readonly wonShare: number | null;
}

const sumOf = (values: readonly Decimal[]): Decimal => values.reduce((sum, value) => sum.plus(value), new Decimal(0));

function totalsOf(all: Iterable<Deal>, account: number): Totals {
  const counted = [...all].filter((deal) => deal.account === account && !deal.deleted);
  const values = counted.map(({ value }) => new Decimal(value));
  const won = sumOf(counted.filter(({ stage }) => stage === 'won').map(({ value }) => new Decimal(value)));
  return {
    dealCount: values.length,
    wonValue: won.toNumber(),
    meanValue: values.length === 0 ? null : rounded(sumOf(values).div(values.length)).toNumber(),
    leastValue: values.length === 0 ? null : Decimal.min(...values).toNumber(),
    wonShare: values.length === 0 ? null : rounded(won.div(values.length)).toNumber(),
  };
}

const rounded = (value: Decimal): Decimal => value.toDecimalPlaces(12, Decimal.ROUND_HALF_UP);

/** Accounts with rollups over their deals, and what the oracle knows about the deals. */
class Book {
  readonly client: Client;
  readonly accounts: readonly string[];
  readonly deals = new Map<string, Deal>();

  private constructor(client: Client, ids: readonly string[]) {
    this.client = client;
    this.accounts = ids;
  }

  static async open(accountCount: number): Promise<Book> {
    const client = await app.tenant();
    const rollup = { model: 'sales.opportunities', by: 'accountId' };
    const fields = [
      { key: 'dealCount', rollup: { ...rollup, function: 'count' } },
      { key: 'wonValue', rollup: { ...rollup, function: 'sum', field: 'value', filter: { stage: 'won' } } },
      { key: 'meanValue', rollup: { ...rollup, function: 'avg', field: 'value' } },
      { key: 'leastValue', rollup: { ...rollup, function: 'min', field: 'value' } },
    ];
    for (const field of fields) await client.create(fieldsOf('sales/accounts'), { ...field, type: 'rollup' });
    await client.create(fieldsOf('sales/accounts'), {
      key: 'wonShare',
      type: 'formula',
      formula: 'wonValue / dealCount',
    });
    const ids: string[] = [];
    for (let n = 0; n < accountCount; n += 1) ids.push((await client.create(accounts, { name: `A${n}` }))._id);
    return new Book(client, ids);
  }

  async create(deal: Deal): Promise<string> {
    const { _id } = await this.client.create(deals, this.#body(deal));
    this.deals.set(_id, deal);
    return _id;
  }

  async change(id: string, change: Partial<Deal>): Promise<void> {
    const next = { ...(this.deals.get(id) as Deal), ...change };
    const { status, text } = await this.client.patch(`${deals}/${id}`, this.#body(next));
    assert.equal(status, 200, text);
    this.deals.set(id, next);
  }

  async remove(id: string): Promise<void> {
    assert.equal((await this.client.delete(`${deals}/${id}`)).status, 204);
    this.deals.set(id, { ...(this.deals.get(id) as Deal), deleted: true });
  }

  async restore(id: string): Promise<void> {
    assert.equal((await this.client.post(`${deals}/${id}/restore`, {})).status, 200);
    this.deals.set(id, { ...(this.deals.get(id) as Deal), deleted: false });
  }

  #body({ account, value, stage }: Deal): Json {
    return { name: 'D', value: JSON.parse(value), stage, accountId: this.accounts[account] };
  }

  /** The rollups of all accounts, read by one statement. */
  async read(): Promise<Totals[]> {
    const keys = 'dealCount,wonValue,meanValue,leastValue,wonShare';
    const { body } = await this.client.get(`${accounts}?fields=${keys}&limit=200`);
    const found = new Map<string, Json>(body.data.map(({ _id, ...totals }: Json) => [_id, totals]));
    return this.accounts.map((id) => found.get(id) as Totals);
  }

  expected(): Totals[] {
    return this.accounts.map((_, n) => totalsOf(this.deals.values(), n));
  }

  async assertExact(): Promise<void> {
    assert.deepEqual(await this.read(), this.expected());
  }
}

const dealArbitrary = fc.record({
  account: fc.nat({ max: 1 }),
  value: fc.tuple(fc.nat({ max: 99_999 }), fc.nat({ max: 9999 })).map(([a, b]) => `${a}.${String(b).padStart(4, '0')}`),
  stage: fc.constantFrom(...stages),
});

type Step =
  | { readonly kind: 'create'; readonly deal: Deal }
  | { readonly kind: 'change'; readonly at: number; readonly deal: Deal }
  | { readonly kind: 'toggle'; readonly at: number };

const stepArbitrary: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('create' as const), deal: dealArbitrary }),
  fc.record({ kind: fc.constant('change' as const), at: fc.nat(), deal: dealArbitrary }),
  fc.record({ kind: fc.constant('toggle' as const), at: fc.nat() }),
);

/** Runs a step on deals of one writer. */
async function perform(book: Book, own: string[], step: Step): Promise<void> {
  const id = step.kind === 'create' ? undefined : own[step.at % Math.max(1, own.length)];
  if (step.kind === 'create') own.push(await book.create(step.deal));
  else if (id === undefined) return;
  else if (step.kind === 'toggle') await (book.deals.get(id)?.deleted ? book.restore(id) : book.remove(id));
  else if (!book.deals.get(id)?.deleted) await book.change(id, step.deal);
}

describe('rollups', () => {
  it('equal decimal arithmetic after every write, delete, restore and change of the parent', async () => {
    const runs = isComplete ? 20 : 4;
    await fc.assert(
      fc.asyncProperty(fc.array(stepArbitrary, { minLength: 4, maxLength: 12 }), async (steps) => {
        const book = await Book.open(2);
        const own: string[] = [];
        for (const step of steps) {
          await perform(book, own, step);
          await book.assertExact();
        }
      }),
      { numRuns: runs },
    );
  });

  it('are exact when many writers change the same children at once, and so is the last event', async () => {
    const book = await Book.open(3);
    const programs = fc.sample(fc.array(stepArbitrary, { minLength: 6, maxLength: 10 }), { numRuns: 8, seed: 4711 });
    await Promise.all(
      programs.map(async (steps) => {
        const own: string[] = [];
        for (const step of steps) await perform(book, own, step);
      }),
    );
    await book.assertExact();
    const expected = book.expected();
    for (const [n, id] of book.accounts.entries()) {
      await eventually(async () => {
        const states = (await app.events(id)).map(({ record }) => record);
        assert.deepEqual(pick(states.at(-1) as Json), expected[n]);
        // An event is written only when a value differs from that of the event before.
        for (const [k, state] of states.entries())
          if (k > 0) assert.notDeepEqual(pick(state), pick(states[k - 1] as Json));
      });
      const { body } = await book.client.get(`${accounts}/${id}`);
      assert.equal(body.version, 1);
    }
  });

  it('have an event also for changes after many others, each of which is read once', async () => {
    const book = await Book.open(2);
    const [first, last] = book.accounts;
    for (let n = 0; n < 2; n += 1) {
      const operations = Array.from({ length: 400 }, () => ({ op: 'create', record: { name: 'D', accountId: first } }));
      assert.equal((await book.client.post(`${deals}/bulk`, { operations })).status, 200);
    }
    await book.create({ account: 1, value: '7', stage: 'won' });
    await eventually(async () => {
      const counts = await Promise.all(
        [first, last].map(async (id) => (await app.events(id)).at(-1)?.record.dealCount),
      );
      assert.deepEqual(counts, [800, 1]);
    }, 20_000);
    const tenant = `(select tenant_id from sales_accounts where id = $1)`;
    await eventually(async () => {
      const unread = await app.sql(
        `select e.type from events e join derived_positions p on p.tenant_id = e.tenant_id
         where e.tenant_id = ${tenant} and (e.xid, e.seq) > (p.xid, p.seq)`,
        [first],
      );
      assert.deepEqual(unread, []);
    }, 20_000);
  });

  it('never count a record twice or not at all while it moves from one parent to another', async () => {
    const book = await Book.open(2);
    const ids: string[] = [];
    for (let n = 0; n < 4; n += 1) ids.push(await book.create({ account: 0, value: '10.5', stage: 'won' }));
    let moving = true;
    const reading = (async () => {
      while (moving) {
        const [first, second] = await book.read();
        assert.equal((first?.dealCount ?? 0) + (second?.dealCount ?? 0), 4);
        assert.equal((first?.wonValue ?? 0) + (second?.wonValue ?? 0), 42);
      }
    })();
    const moves = ids.map(async (id, at) => {
      for (let n = 0; n < 6; n += 1) await book.change(id, { account: (n + at) % 2 });
    });
    await Promise.all(moves).finally(() => {
      moving = false;
    });
    await reading;
    await book.assertExact();
  });
});

function pick({ dealCount, wonValue, meanValue, leastValue, wonShare }: Json): Totals {
  return { dealCount, wonValue, meanValue, leastValue, wonShare };
}
