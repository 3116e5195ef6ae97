import type { TransactionContext } from '#core/context.ts';
import type { JsonValue } from '#core/fields/field.ts';
import { type ModelHooks, type PendingSave, setValue } from '#core/models/hooks.ts';
import type { RecordObject } from '#core/operations/validate.ts';
import { checkForm } from '../definition/check-form.ts';
import { checkOwner } from '../definition/check-owner.ts';
import { checkServices } from '../definition/check-services.ts';
import { forgetForms } from '../submissions/form-cache.ts';
import { isSlugTaken } from './sql/is-slug-taken.ts';

/** Checks a form that is, or becomes, published. Drafts may be incomplete. */
export const formHooks: ModelHooks = {
  async beforeSave(context, saving) {
    const form = savedForm(saving);
    if (saving.previous) forgetForms(context, [String(saving.previous._id)]);
    checkOwner(context, form.ownerId, saving.previous?.ownerId);
    if (form.status !== 'published') return undefined;
    if (typeof form.slug !== 'string' || form.slug === '') setValue(saving, 'slug', await freeSlug(context, form));
    if (form.publishedAt === undefined || form.publishedAt === null)
      setValue(saving, 'publishedAt', new Date().toISOString());
    checkForm(context, form);
    await checkServices(context, form, saving.previous);
    return undefined;
  },
  async beforeRemove(context, ids) {
    forgetForms(context, ids);
  },
};

/** The form after the write. */
function savedForm({ values, previous }: PendingSave): RecordObject {
  const form: Record<string, JsonValue> = { ...previous };
  for (const [{ key }, value] of values) form[key] = value;
  return form;
}

const slugOf = (name: string): string =>
  name
    .normalize('NFD')
    .toLowerCase()
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replace(/^-+|-+$/g, '') || 'form';

/** A free slug, made of the letters of the name, with a number when another form has it. */
async function freeSlug({ tx, caller }: TransactionContext, { name }: RecordObject): Promise<string> {
  const slug = slugOf(String(name ?? ''));
  for (let n = 1; n < 50; n += 1) {
    const numbered = n === 1 ? slug : `${slug}-${n}`;
    if (!(await isSlugTaken(tx, caller.tenantId, numbered))) return numbered;
  }
  return `${slug}-${Date.now().toString(36)}`;
}
