import type { Context } from '#core/context.ts';
import type { Model } from '#core/models/model.ts';
import type { NamedPeriods } from '#core/query/named-periods.ts';

/** The context in which the conditions of a definition are read. Its caller decides which fields they may name. */
export interface DefinitionReading {
  readonly context: Context;
  readonly model: Model;
  readonly periods: NamedPeriods;
}
