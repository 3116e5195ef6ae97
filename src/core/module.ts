import type { Action } from './action.ts';
import type { Services } from './context.ts';
import type { Job } from './jobs/job.ts';
import type { SealedColumn } from './jobs/reseal.ts';
import type { Measure } from './measures.ts';
import { childrenOf } from './models/children.ts';
import { buildModel, type Model, type ModelDeclaration } from './models/model.ts';

/** Work that goes on beside the requests for as long as the process lives. */
export interface Background {
  start(): Promise<void>;
  /** Ends it; what is under way is finished or given back. */
  stop(): Promise<void>;
}

export interface ModuleDeclaration {
  readonly key: string;
  readonly label: string;
  readonly models: readonly ModelDeclaration[];
  /** Operations of its own, beside those that every model has. */
  readonly actions?: readonly Action[];
  /** What it has done in the background. */
  readonly jobs?: readonly Job[];
  readonly background?: (services: Services) => Background;
  /** What it adds to GET /metrics. */
  readonly measures?: (services: Services) => readonly Measure[];
  /** Where it keeps encrypted values beside the secret fields of its models. */
  readonly sealedColumns?: readonly SealedColumn[];
}

export interface Module {
  readonly key: string;
  readonly label: string;
  readonly models: readonly Model[];
  readonly actions: readonly Action[];
  readonly jobs: readonly Job[];
  readonly background: ((services: Services) => Background) | undefined;
  readonly measures: (services: Services) => readonly Measure[];
  readonly sealedColumns: readonly SealedColumn[];
}

/** A module is a key, its models and its actions; models bring their files, notes and tasks along. */
export function defineModule({
  key,
  label,
  models,
  actions = [],
  jobs = [],
  background,
  measures = () => [],
  sealedColumns = [],
}: ModuleDeclaration): Module {
  const all = models.flatMap((model) => [model, ...childrenOf(key, model)]);
  const built = all.map((model) => buildModel(key, model));
  return { key, label, models: built, actions, jobs, background, measures, sealedColumns };
}
