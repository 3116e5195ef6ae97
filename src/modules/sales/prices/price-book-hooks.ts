import { companyOf } from '#core/company/company.ts';
import { invalid } from '#core/errors.ts';
import { givenValue, type ModelHooks, type PendingSave } from '#core/models/hooks.ts';
import { updateMany } from '#core/operations/update-many.ts';
import { lockPriceBooks, otherDefaultBooks } from '../sql/prices.ts';

/** One price book of each currency is the default: another one that becomes it takes its place. */
export const priceBookHooks: ModelHooks = {
  async beforeSave(context, saving) {
    requireOrderedDays(saving);
    if (givenValue(saving, 'isDefault') !== undefined || givenValue(saving, 'currency') !== undefined)
      await lockPriceBooks(context);
    return undefined;
  },

  async afterSave(context, { model, record }) {
    if (record.isDefault !== true) return;
    const { currency: base } = await companyOf(context);
    const others = await otherDefaultBooks(context, String(record.currency ?? base), base, String(record._id));
    const rows = others.map((id) => ({ id, values: { isDefault: false } }));
    await updateMany(context, model, rows, { withoutHooks: true });
  },
};

function requireOrderedDays(saving: PendingSave): void {
  const after = (key: string) => {
    const given = givenValue(saving, key);
    return given === undefined ? saving.previous?.[key] : given;
  };
  const [from, until] = [after('validFrom'), after('validUntil')];
  if (typeof from === 'string' && typeof until === 'string' && until < from)
    throw invalid('validUntil', 'out_of_range', `must not be before validFrom, which is ${from}`);
}
