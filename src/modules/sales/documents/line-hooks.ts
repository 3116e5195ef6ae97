import { Decimal } from 'decimal.js';
import type { TransactionContext } from '#core/context.ts';
import { givenValue, type ModelHooks, type PendingSave, setValue } from '#core/models/hooks.ts';
import type { Model } from '#core/models/model.ts';
import type { RecordObject } from '#core/models/record.ts';
import { removeAll } from '#core/operations/remove.ts';
import { priceOfLine } from '../prices/price-of-line.ts';
import { documentsOfLines, linesOfBundles } from '../sql/document-lines.ts';
import { addBundledLines, scaleBundledLines } from './bundled-lines.ts';
import { followLines, sumOfLines } from './deal-value.ts';
import { amountOf, digitsOf, lockDocument, refreshDocument } from './refresh-documents.ts';
import { requireStorable } from './require-storable.ts';
import { lineAmounts } from './totals.ts';

/** Lines take prices from the catalogue, compute their amounts, and keep the totals of their documents right. */
export const lineHooks: ModelHooks = {
  async beforeSave(context, saving) {
    const document = await lockDocuments(context, saving);
    await setPrice(context, saving, document);
    setAmounts(saving, await digitsOf(context, document));
    return undefined;
  },

  async afterSave(context, { model, previous, record }) {
    if (record.bundleLineId === null) await followBundle(context, model, record, previous);
    for (const document of documentsOf(model, record, previous)) {
      await refreshDocument(context, model, document);
      await followLines(context, model, document, await sumBefore(context, model, document, { record, previous }));
    }
  },

  async beforeRemove(context, ids, model, deleting) {
    const target = model.parent && context.registry.target(model.parent);
    const removed = [...deleting].find(([{ name }]) => name === target?.name)?.[1];
    const documents = await documentsOfLines(context, model, ids);
    // A document that is deleted with its lines keeps its totals, for the trash.
    const remaining = documents.filter((id) => !removed?.has(id));
    const sums = new Map<string, Decimal>();
    for (const id of remaining) sums.set(id, await sumOfLines(context, model, id));
    changedBy.set(ids, sums);
    const bundled = (await linesOfBundles(context, model, ids)).map(({ id }) => id);
    const others = bundled.filter((id) => !ids.includes(id));
    if (remaining.length > 0 && others.length > 0) await removeAll(context, model, others);
  },

  async afterRemove(context, ids, model) {
    for (const [id, before] of changedBy.get(ids) ?? []) {
      await refreshDocument(context, model, id);
      await followLines(context, model, id, before);
    }
  },
};

/** Keeps the lines below the line of a bundle: they come with its product, and their quantities follow its own. */
async function followBundle(
  context: TransactionContext,
  model: Model,
  record: RecordObject,
  previous: RecordObject | undefined,
): Promise<void> {
  const id = String(record._id);
  if (!previous) {
    // A line that is restored alone has lost them. A document is restored with all of its lines.
    const isComplete = record.version !== 1 && (await linesOfBundles(context, model, [id])).length > 0;
    if (!isComplete) await addBundledLines(context, model, record);
    return;
  }
  if (previous.productId !== record.productId) {
    const others = await linesOfBundles(context, model, [id]);
    if (others.length > 0)
      await removeAll(
        context,
        model,
        others.map((line) => line.id),
      );
    await addBundledLines(context, model, record);
  } else if (previous.quantity !== record.quantity)
    await scaleBundledLines(context, model, id, { before: previous.quantity, after: record.quantity });
}

/**
 * The documents of lines that are being deleted, with the sums of their lines before. The key is the list of ids that both
 * hooks get.
 */
const changedBy = new WeakMap<readonly string[], ReadonlyMap<string, Decimal>>();

/** The sum of the lines of a document before a line was written. */
async function sumBefore(
  context: TransactionContext,
  model: Model,
  document: string,
  { record, previous }: { readonly record: RecordObject; readonly previous: RecordObject | undefined },
): Promise<Decimal> {
  const sum = await sumOfLines(context, model, document);
  const netIn = (line: RecordObject | undefined) =>
    line?.[parentKey(model)] === document ? (amountOf(line.net) ?? '0') : '0';
  return sum.minus(netIn(record)).plus(netIn(previous));
}

const parentKey = ({ parent }: Model): string => parent?.key ?? '';

/** The documents that a line belongs to and belonged to, in the order in which they are locked. */
function documentsOf(model: Model, ...lines: readonly (RecordObject | undefined)[]): string[] {
  const ids = lines.map((line) => line?.[parentKey(model)]).filter((id) => typeof id === 'string');
  return [...new Set(ids)].sort();
}

async function lockDocuments(context: TransactionContext, saving: PendingSave): Promise<RecordObject | undefined> {
  const { model, previous } = saving;
  const id = valueAfter(saving, parentKey(model));
  let document: RecordObject | undefined;
  for (const one of documentsOf(model, { [parentKey(model)]: id }, previous)) {
    const locked = await lockDocument(context, model, one);
    if (one === id) document = locked?.record;
  }
  return document;
}

const valueAfter = (saving: PendingSave, key: string) => {
  const given = givenValue(saving, key);
  return given === undefined ? (saving.previous?.[key] ?? null) : given;
};

/**
 * Sets the price of a line, unless one is given: when its product is new, when its price is cleared, and when its quantity
 * changes while it has the price of the catalogue.
 */
async function setPrice(
  context: TransactionContext,
  saving: PendingSave,
  document: RecordObject | undefined,
): Promise<void> {
  const { previous } = saving;
  const given = givenValue(saving, 'unitPrice');
  const productId = valueAfter(saving, 'productId');
  if (typeof productId !== 'string' || (given ?? null) !== null) return;
  if (typeof previous?.bundleLineId === 'string') {
    if (given === null) setValue(saving, 'unitPrice', 0);
    return;
  }
  const priceFor = (quantity: string | null) => catalogPrice(context, document, productId, quantity);
  if (previous && given === undefined && productId === previous.productId) {
    const before = amountOf(previous.quantity);
    if (amountOf(valueAfter(saving, 'quantity')) === before) return;
    if (!isSameAmount(await priceFor(before), amountOf(previous.unitPrice))) return;
  }
  const price = await priceFor(amountOf(valueAfter(saving, 'quantity')));
  if (price !== null) setValue(saving, 'unitPrice', price);
}

const isSameAmount = (a: string | null, b: string | null): boolean =>
  a !== null && b !== null && new Decimal(a).equals(b);

function catalogPrice(
  context: TransactionContext,
  document: RecordObject | undefined,
  productId: string,
  quantity: string | null,
): Promise<string | null> {
  const day = document?.quoteDate ?? document?.orderDate;
  return priceOfLine(context, {
    productId,
    quantity: quantity ?? '0',
    currency: typeof document?.currency === 'string' ? document.currency : null,
    day: typeof day === 'string' ? day : null,
  });
}

function setAmounts(saving: PendingSave, digits: number): void {
  const of = (key: string) => amountOf(valueAfter(saving, key));
  const price = { quantity: of('quantity'), unitPrice: of('unitPrice'), discountPercent: of('discountPercent') };
  const { net, total } = requireStorable(lineAmounts({ ...price, taxPercent: of('taxPercent') }, digits));
  setValue(saving, 'net', net);
  setValue(saving, 'total', total);
}
