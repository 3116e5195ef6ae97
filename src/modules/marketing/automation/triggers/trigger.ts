import type { Field } from '#core/fields/field.ts';
import type { Condition } from '#core/query/filter.ts';
import type { Watch } from './watch.ts';

/** What enrolls records: events, times, or a request. */
export interface Trigger {
  /** The events; undefined for triggers by time and by request. */
  readonly watch: Watch | undefined;
  /** Conditions of the record, besides those of the workflow. */
  readonly conditions: readonly Condition[];
  /** True when the record has to meet these conditions at the event, and not when it is read. */
  readonly isOfEvent: boolean;
  readonly time: TimeTrigger | undefined;
}

export type TimeTrigger =
  | { readonly kind: 'schedule'; readonly cron: string; readonly zone: string }
  /** Once, at a moment. */
  | { readonly kind: 'once'; readonly at: Date }
  /** A date of the record with an offset; `minutes` is the time of the day, for fields that are days. */
  | {
      readonly kind: 'date';
      readonly field: Field;
      readonly offsetMs: number;
      readonly minutes: number;
      readonly zone: string;
      readonly yearly: boolean;
    };

export const noTrigger: Trigger = { watch: undefined, conditions: [], isOfEvent: false, time: undefined };
