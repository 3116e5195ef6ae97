import type { Context, TransactionContext } from '#core/context.ts';
import type { JsonValue } from '#core/fields/field.ts';
import type { Model } from '#core/models/model.ts';
import type { RecordObject } from '#core/operations/validate.ts';
import type { Calendar } from '#core/query/calendar.ts';
import type { Condition } from '#core/query/filter.ts';
import type { DatabaseClock } from '#db/database-clock.ts';
import type { JsonObject, StepDefinition, WorkflowDefinition } from '../definition/definition.ts';
import type { StepReading } from '../definition/reading.ts';

/** A record in a workflow, at a step. */
export interface Enrolled {
  readonly enrollmentId: string;
  readonly recordId: string;
  /** The fields that the owner of the workflow may see. */
  readonly record: RecordObject;
  /** The number of entries of its log. */
  readonly runs: number;
  /** When it came to the step. */
  readonly enteredAt: Date;
  /** What ended the wait, of a step that waited: `event`, `approved`, `rejected`, `timeout`. */
  readonly signal: string | null;
  readonly depth: number;
  readonly attempt: number;
  /** For each condition of the step: whether the record matches. */
  readonly matched: readonly boolean[];
  /** Values of the trigger and of earlier steps. Only for steps that use them. */
  readonly trigger: JsonObject;
  readonly outputs: Readonly<Record<string, JsonValue>>;
}

/** A step that is carried out, for some records. */
export interface StepRun {
  /** Acts as the owner of the workflow. */
  readonly context: Context;
  readonly workflowId: string;
  readonly definition: WorkflowDefinition;
  readonly model: Model;
  readonly step: StepDefinition;
  readonly calendar: Calendar;
  /** Steps read the time from it, because the clock of a node may be wrong. */
  readonly clock: DatabaseClock;
  readonly rows: readonly Enrolled[];
  /** The address to which mails go in a test. */
  readonly testTo?: string | undefined;
}

/** What became of a step of one record. */
export type StepResult =
  /** `next` is left out for the step that follows. */
  | ({ readonly outcome: 'done' | 'skipped'; readonly next?: string | null } & Explained)
  /** The step waits: until a time, or for an event or a person (null). */
  | ({ readonly outcome: 'waiting'; readonly until: Date | null } & Explained)
  /** The step is tried again at a time. */
  | ({ readonly outcome: 'postponed'; readonly until: Date } & Explained)
  | ({ readonly outcome: 'exited' } & Explained)
  /** `canRetry`: the cause may pass. */
  | ({ readonly outcome: 'failed'; readonly canRetry?: boolean } & Explained)
  /** Another system may have done what was asked, and did not say so. Only a person repeats it. */
  | ({ readonly outcome: 'unconfirmed' } & Explained);

interface Explained {
  /** One sentence about what was decided and why. */
  readonly why: string;
  readonly input?: JsonValue;
  readonly output?: JsonValue;
}

/** One kind of step. `Config` is what it reads of its configuration, `Prepared` what it does before the transaction. */
export interface StepType<Config = unknown, Prepared = undefined> {
  /** True when it reads values of the trigger or of earlier steps. */
  readonly usesValues?: boolean;
  /** True when its effect is outside the database, so it is marked as started before. */
  readonly isOutside?: boolean;
  /** Reads the configuration. Throws a Problem of `StepProblem` that names the part that is wrong. */
  read(reading: StepReading, config: JsonObject): Config;
  /** Conditions that are compared with the records before the step is carried out. */
  conditions?(config: Config): readonly (readonly Condition[])[];
  /** Further steps that may follow, by the part of the configuration that names them. */
  nextKeys?(config: Config): readonly (readonly [string, string | null])[];
  /** Checks, when the workflow is activated, what needs the database. */
  check?(reading: StepReading, config: Config): Promise<void>;
  /** Does what may wait for threads or other systems, before the transaction. */
  prepare?(run: StepRun, config: Config): Promise<Prepared>;
  /** Carries the step out, in one transaction with its log. One result for each record. */
  run(
    run: StepRun & { readonly context: TransactionContext },
    config: Config,
    prepared: Prepared,
  ): Promise<StepResult[]>;
  /** Goes on after a wait. Left out: the next step follows. */
  resume?(run: StepRun, config: Config): StepResult[];
  /** Says in a dry run what the step would do, without doing it. Left out: `run` decides without an effect. */
  would?(run: StepRun, config: Config): Promise<readonly { readonly would: string; readonly next?: string | null }[]>;
}

export const defineStep = <Config, Prepared = undefined>(
  type: StepType<Config, Prepared>,
): StepType<Config, Prepared> => type;
