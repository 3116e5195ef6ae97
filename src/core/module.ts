import type { Action } from './action.ts';
import { childrenOf } from './children.ts';
import { buildModel, type Model, type ModelDeclaration } from './model.ts';

export interface ModuleDeclaration {
  readonly key: string;
  readonly label: string;
  readonly models: readonly ModelDeclaration[];
  /** Operations of its own, beside those that every model has. */
  readonly actions?: readonly Action[];
}

export interface Module {
  readonly key: string;
  readonly label: string;
  readonly models: readonly Model[];
  readonly actions: readonly Action[];
}

/** A module is a key, its models and its actions; models bring their files, notes and tasks along. */
export function defineModule({ key, label, models, actions = [] }: ModuleDeclaration): Module {
  const all = models.flatMap((model) => [model, ...childrenOf(key, model)]);
  return { key, label, models: all.map((model) => buildModel(key, model)), actions };
}
