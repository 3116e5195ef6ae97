import type { Context } from '../context.ts';
import type { Model } from '../models/model.ts';

/** Other nodes hear of it from the database; this one must not answer from memory even once more. */
export function forgetIfAccess({ services, caller, tx }: Context, model: Model): void {
  if (!model.affectsAccess) return;
  const forget = () => services.directory.forget(caller.tenantId);
  if (tx) tx.afterCommit(forget);
  else forget();
}
