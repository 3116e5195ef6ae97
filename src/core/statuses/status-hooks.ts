import { Params } from '#db/params.ts';
import type { TransactionContext } from '../context.ts';
import { invalid } from '../errors.ts';
import type { JsonValue } from '../fields/field.ts';
import { givenValue, type ModelHooks, type PendingSave, setValue } from '../models/hooks.ts';
import type { Model } from '../models/model.ts';
import { withinField } from '../models/status-list.ts';
import { tableAs, tenantRows } from '../query/rows.ts';
import { categoryFor, isClosedCategory } from './categories.ts';
import { enqueueFollowing } from './follow-category.ts';
import { inSameList, keepDefault, keepOneDefault, lockSiblings, requireRoom } from './siblings.ts';
import { freeKey } from './status-key.ts';

/** The maximum of statuses in one list. Lists are kept in memory. */
const maxStatuses = 100;

export const statusHooks: ModelHooks = {
  async beforeSave(context, saving) {
    setCategory(saving);
    if (!saving.previous) await prepareNew(context, saving);
    else if (givenValue(saving, 'isDefault') !== undefined)
      await keepOneDefault(context, saving, await siblingsOf(context, saving));
    return undefined;
  },
  async afterSave(context, { model, previous, record }) {
    if (previous && previous.category !== record.category) await enqueueFollowing(context, model, String(record._id));
  },
  beforeRemove: keepDefault,
};

async function prepareNew(context: TransactionContext, saving: PendingSave): Promise<void> {
  await setList(context, saving);
  const siblings = await siblingsOf(context, saving);
  requireRoom(saving.model, siblings, maxStatuses);
  await keepOneDefault(context, saving, siblings);
  const listed = await readListed(context, saving.model, listIdOf(saving));
  const key = givenValue(saving, 'key') ?? null;
  if (key === null || key === '') setValue(saving, 'key', freeKey(String(givenValue(saving, 'name')), listed.keys));
  if ((givenValue(saving, 'position') ?? null) === null) setValue(saving, 'position', listed.lastPosition + 1);
}

/** Puts a status without a list into the default one, such as that of the default pipeline. */
async function setList(context: TransactionContext, saving: PendingSave): Promise<void> {
  const within = withinField(saving.model);
  if (!within || (saving.values.get(within) ?? null) !== null) return;
  const parent = context.registry.target(within);
  const [row] = await context.tx.query<{ id: string }>(
    `select t.id from ${tableAs(parent, 't')} where ${tenantRows(parent, 't')} and t.is_default`,
    new Params(context.caller.tenantId).values,
  );
  if (!row)
    throw invalid(within.key, 'required', `is required, because no ${parent.label.toLowerCase()} is the default`);
  saving.values.set(within, row.id);
}

function listIdOf({ model, values, previous }: PendingSave): JsonValue {
  const within = withinField(model);
  if (!within) return null;
  return values.get(within) ?? previous?.[within.key] ?? null;
}

const siblingsOf = async (context: TransactionContext, saving: PendingSave) =>
  inSameList(await lockSiblings(context, saving.model), listIdOf(saving));

/** Makes `category` and `isClosed` agree. Whichever is written sets the other. */
function setCategory(saving: PendingSave): void {
  const { model, previous } = saving;
  const category = changed(saving, 'category');
  const isClosed = changed(saving, 'isClosed');
  const all = model.statusList?.categories ?? [];
  if (typeof category === 'string') {
    // A new status has isClosed false by default, so only true contradicts.
    if (
      isClosed !== undefined &&
      isClosed !== null &&
      isClosed !== isClosedCategory(category) &&
      (previous || isClosed)
    )
      throw invalid('isClosed', 'contradiction', `is ${isClosed}, but the category is ${category}; give one of them`);
    setValue(saving, 'isClosed', isClosedCategory(category));
  } else if (!previous || typeof isClosed === 'boolean') {
    const next = isClosed === true;
    setValue(saving, 'category', categoryFor(all, next));
    setValue(saving, 'isClosed', next);
  } else {
    // Neither can be empty.
    if (category === null) setValue(saving, 'category', previous.category ?? null);
    if (isClosed === null) setValue(saving, 'isClosed', previous.isClosed ?? null);
  }
}

/** The value that the write changes; undefined when it does not change it. */
function changed(saving: PendingSave, key: string): JsonValue | undefined {
  const value = givenValue(saving, key);
  return saving.previous && value === saving.previous[key] ? undefined : value;
}

interface Listed {
  readonly keys: ReadonlySet<string>;
  readonly lastPosition: number;
}

async function readListed(context: TransactionContext, model: Model, listId: JsonValue): Promise<Listed> {
  const params = new Params(context.caller.tenantId);
  const within = withinField(model);
  const inList = within ? ` and ${within.sql('t')} = ${params.add(listId, 'uuid')}` : '';
  const rows = await context.tx.query<{ key: string | null; position: string | null }>(
    `select t.key, t.position from ${tableAs(model, 't')} where ${tenantRows(model, 't')}${inList}`,
    params.values,
  );
  return {
    keys: new Set(rows.map(({ key }) => (key ?? '').toLowerCase())),
    lastPosition: Math.max(0, ...rows.map(({ position }) => Number(position ?? 0))),
  };
}
