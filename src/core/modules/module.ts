import type { UserReader } from '../access/users.ts';
import type { Action } from '../action.ts';
import { type Background, together } from '../background.ts';
import type { Services } from '../context.ts';
import type { Job } from '../jobs/job.ts';
import type { SealedColumn } from '../jobs/reseal.ts';
import type { Measure } from '../measures.ts';
import type { ModelDeclaration } from '../models/declaration.ts';
import { buildModel, type Model } from '../models/model.ts';
import type { RecordSet } from '../models/record-set.ts';
import type { OtherEvents } from '../models/registry.ts';
import type { SettingDeclarations } from '../models/setting-rules.ts';
import type { SettingReader } from '../models/tenant-setting.ts';
import type { Service } from '../module-service.ts';
import type { Page } from '../page.ts';
import type { SiteServer } from '../site-server.ts';
import { childrenOf } from './children.ts';

/** The contents of a module, or of one part of a module. */
export interface ModulePart {
  readonly models?: readonly ModelDeclaration[];
  /** Events of the module that are not about records. */
  readonly otherEvents?: readonly OtherEvents[];
  /** Operations in addition to those of every model. */
  readonly actions?: readonly Action[];
  /** Public pages outside the API. */
  readonly pages?: readonly Page[];
  readonly jobs?: readonly Job[];
  /** Objects that live as long as the process. `services.of` returns them. */
  readonly services?: readonly Service<unknown>[];
  readonly background?: (services: Services) => Background;
  /** Answers requests for the module's own hosts. */
  readonly sites?: (services: Services) => SiteServer;
  /** Metrics of the module in GET /metrics. */
  readonly measures?: (services: Services) => readonly Measure[];
  /** Tables in addition to those of the models. Only the module's own statements use them. */
  readonly tables?: readonly string[];
  /** Columns with encrypted values, in addition to the secret fields of the models. */
  readonly sealedColumns?: readonly SealedColumn[];
  /** Sets of records that conditions of segments may name. */
  readonly recordSets?: readonly RecordSet[];
  /** The settings that the module uses, by their keys. */
  readonly settingRules?: SettingDeclarations;
}

export interface ModuleDeclaration extends ModulePart {
  /** The first segment of the module's paths, and of the keys of its models. */
  readonly key: string;
  readonly label: string;
  /** Writes of all its models, including custom ones, need the scope `<module>:admin`. */
  readonly writesNeedAdmin?: boolean;
  /** The statements that read users. Only the module that owns their tables sets it. */
  readonly users?: UserReader;
  /** The statements that read settings of tenants. Only the module that owns their table sets it. */
  readonly settings?: SettingReader;
  /** Parts with their own folder, index and contract. They share the key of the module. */
  readonly parts?: readonly ModulePart[];
}

export interface Module {
  readonly key: string;
  readonly label: string;
  readonly models: readonly Model[];
  readonly writesNeedAdmin: boolean;
  readonly otherEvents: readonly OtherEvents[];
  readonly actions: readonly Action[];
  readonly pages: readonly Page[];
  readonly jobs: readonly Job[];
  readonly services: readonly Service<unknown>[];
  readonly background: ((services: Services) => Background) | undefined;
  readonly sites: ((services: Services) => SiteServer) | undefined;
  readonly measures: (services: Services) => readonly Measure[];
  readonly users: UserReader | undefined;
  readonly settings: SettingReader | undefined;
  readonly tables: readonly string[];
  readonly sealedColumns: readonly SealedColumn[];
  readonly recordSets: readonly RecordSet[];
  readonly settingRules: SettingDeclarations;
}

export const definePart = (part: ModulePart): ModulePart => part;

/** Builds the models of a module and their child models: files, notes and tasks. */
export function defineModule({
  key,
  label,
  writesNeedAdmin = false,
  users,
  settings,
  parts = [],
  ...own
}: ModuleDeclaration): Module {
  const all = [own, ...parts];
  const models = all.flatMap((part) => part.models ?? []).flatMap((model) => [model, ...childrenOf(key, model)]);
  const backgrounds = all.flatMap(({ background }) => background ?? []);
  const siteServers = all.flatMap(({ sites }) => sites ?? []);
  if (siteServers.length > 1) throw new Error(`two parts of the module ${key} answer requests for hosts of their own`);
  return {
    key,
    label,
    models: models.map((model) => buildModel(key, model, { writesNeedAdmin })),
    writesNeedAdmin,
    otherEvents: all.flatMap(({ otherEvents = [] }) => otherEvents),
    users,
    settings,
    actions: all.flatMap(({ actions = [] }) => actions),
    pages: all.flatMap(({ pages = [] }) => pages),
    jobs: all.flatMap(({ jobs = [] }) => jobs),
    services: all.flatMap(({ services = [] }) => services),
    background:
      backgrounds.length === 0
        ? undefined
        : (services) => together(backgrounds.map((background) => background(services))),
    sites: siteServers[0],
    measures: (services) => all.flatMap(({ measures }) => measures?.(services) ?? []),
    tables: all.flatMap(({ tables = [] }) => tables),
    sealedColumns: all.flatMap(({ sealedColumns = [] }) => sealedColumns),
    recordSets: all.flatMap(({ recordSets = [] }) => recordSets),
    settingRules: Object.assign({}, ...all.map(({ settingRules }) => settingRules)),
  };
}
