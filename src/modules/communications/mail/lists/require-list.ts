import { type Context, inTransaction } from '#core/context.ts';
import { notFound } from '#core/errors.ts';
import { authorize, operations } from '#core/operations/index.ts';
import { lockWithinReach } from '#core/operations/update.ts';
import { isId } from '#lib/ids.ts';
import { emailLists } from '../../model-names.ts';

/** Throws unless the caller may change the list. Returns its id. */
export async function requireList(context: Context, given: string): Promise<string> {
  const id = given.toLowerCase();
  if (!isId(id)) throw notFound(`Email list ${given}`);
  const grant = authorize(context, operations.update, emailLists(context));
  await inTransaction(context, (within) => lockWithinReach(within, grant, id));
  return id;
}
