import type { Action } from './action.ts';
import type { Services } from './context.ts';
import type { Job } from './jobs/job.ts';
import type { SealedColumn } from './jobs/reseal.ts';
import type { Measure } from './measures.ts';
import { childrenOf } from './models/children.ts';
import { buildModel, type Model, type ModelDeclaration } from './models/model.ts';
import type { SettingRule } from './models/setting-rules.ts';
import type { Page } from './page.ts';
import type { SiteServer } from './site-server.ts';

/** Work that runs in the background as long as the process lives. */
export interface Background {
  start(): Promise<void>;
  /** Finishes the work in progress, or releases it for other nodes. */
  stop(): Promise<void>;
}

/** Starts several parts in order. */
export const together = (parts: readonly Background[]): Background => ({
  async start() {
    for (const part of parts) await part.start();
  },
  async stop() {
    await Promise.all(parts.map((part) => part.stop()));
  },
});

export interface ModuleDeclaration {
  readonly key: string;
  readonly label: string;
  readonly models: readonly ModelDeclaration[];
  /** Operations besides those that every model has. */
  readonly actions?: readonly Action[];
  /** Public pages outside the API. */
  readonly pages?: readonly Page[];
  readonly jobs?: readonly Job[];
  readonly background?: (services: Services) => Background;
  /** Answers requests for hosts of its own. */
  readonly sites?: (services: Services) => SiteServer;
  /** Its metrics in GET /metrics. */
  readonly measures?: (services: Services) => readonly Measure[];
  /** Columns with encrypted values, besides the secret fields of its models. */
  readonly sealedColumns?: readonly SealedColumn[];
  /** Checks of the values of settings that it reads, by their keys. */
  readonly settingRules?: Readonly<Record<string, SettingRule>>;
}

export interface Module {
  readonly key: string;
  readonly label: string;
  readonly models: readonly Model[];
  readonly actions: readonly Action[];
  readonly pages: readonly Page[];
  readonly jobs: readonly Job[];
  readonly background: ((services: Services) => Background) | undefined;
  readonly sites: ((services: Services) => SiteServer) | undefined;
  readonly measures: (services: Services) => readonly Measure[];
  readonly sealedColumns: readonly SealedColumn[];
  readonly settingRules: Readonly<Record<string, SettingRule>>;
}

/** Builds the models of a module and their child models: files, notes and tasks. */
export function defineModule({
  key,
  label,
  models,
  actions = [],
  pages = [],
  jobs = [],
  background,
  sites,
  measures = () => [],
  sealedColumns = [],
  settingRules = {},
}: ModuleDeclaration): Module {
  const all = models.flatMap((model) => [model, ...childrenOf(key, model)]);
  const built = all.map((model) => buildModel(key, model));
  return { key, label, models: built, actions, pages, jobs, background, sites, measures, sealedColumns, settingRules };
}
