import type { Rate } from '#core/limits/rates.ts';
import { SharedWindows } from '#core/limits/shared-windows.ts';
import { defineService } from '#core/module-service.ts';

export const rates = {
  /** Forms of one network at one quote. */
  forms: { name: 'forms of a quote', max: 20, perMs: 60_000 },
  /** Downloads of one quote, because each renders a PDF. */
  downloads: { name: 'downloads of a quote', max: 30, perMs: 60_000 },
} as const satisfies Record<string, Rate>;

export const quoteWindows = defineService({
  name: 'sales.quoteWindows',
  make: ({ db, log }) => new SharedWindows(db, log),
});
