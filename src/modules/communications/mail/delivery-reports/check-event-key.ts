import { invalid } from '#core/errors.ts';
import { givenValue, type ModelHooks } from '#core/models/hooks.ts';
import { providers } from './providers/index.ts';
import type { EventProvider } from './providers/provider.ts';

/** Refuses an event key with which every event of the provider would be refused. */
export const checkEventKey: NonNullable<ModelHooks['beforeSave']> = async (_context, saving) => {
  const key = givenValue(saving, 'eventKey');
  if (typeof key !== 'string') return undefined;
  const name = String(givenValue(saving, 'provider') ?? saving.previous?.provider ?? 'smtp');
  const provider = (providers as Readonly<Record<string, EventProvider | undefined>>)[name];
  try {
    provider?.checkKey?.(key);
  } catch (error) {
    throw invalid('eventKey', 'invalid_format', `of a transport with the provider ${name} ${(error as Error).message}`);
  }
  return undefined;
};
