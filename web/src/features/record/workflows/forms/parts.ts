import type { Model } from '~/metadata/model.ts';
import type { Config } from '../flow/step.ts';

interface PartBase {
  /** The key in the configuration. Its label and help are texts of the namespace `workflows`. */
  readonly key: string;
  readonly required?: boolean;
  /** The key of its help, when it is not that of the part. */
  readonly help?: string;
  /** True for parts behind "More settings". */
  readonly more?: boolean;
}

/** A part of a configuration, and the control that edits it. */
export type Part = PartBase &
  (
    | { readonly kind: 'text'; readonly rows?: number; readonly maxLength?: number; readonly placeholders?: boolean }
    | { readonly kind: 'number'; readonly min: number; readonly max: number; readonly start?: number }
    | { readonly kind: 'duration'; readonly signed?: boolean }
    | { readonly kind: 'clock' | 'flag' | 'zone' | 'schedule' | 'headers' | 'window' }
    | { readonly kind: 'choice'; readonly options: readonly string[] }
    /** One or several records of a model such as `marketing.segments`. */
    | { readonly kind: 'record' | 'records'; readonly of: string }
    /** A filter of records of the workflow, or of the model that another part names. An empty one is for all, or for none. */
    | { readonly kind: 'filter'; readonly modelIn?: string; readonly emptyIsNone?: boolean }
    /** Users: an owner, a user or a team. `asked` allows only users and teams, and `root` is the configuration itself. */
    | { readonly kind: 'users'; readonly shape: 'any' | 'asked' | 'root' }
    /** A field of the records that is a date, all of their fields, or a field that refers to a person. */
    | { readonly kind: 'dateField' | 'fields' | 'person' }
    /** A model: any, or one whose records refer to those of the workflow. */
    | { readonly kind: 'model'; readonly referring?: boolean }
    /** The record of the workflow, or one to which it refers. */
    | { readonly kind: 'target' }
    /** Values of fields of the model in another part, or of the target. */
    | { readonly kind: 'values'; readonly modelIn: 'model' | 'target' }
    | { readonly kind: 'json'; readonly shape: 'object' | 'any' }
    /** An event with its filter. In a trigger, type and filter are parts of the configuration itself. */
    | { readonly kind: 'event'; readonly root?: boolean }
    | { readonly kind: 'wait' | 'branches' | 'split' }
  );

export type PartKind = Part['kind'];

export interface PartProps<Kind extends PartKind = PartKind> {
  readonly part: Part & { readonly kind: Kind };
  readonly config: Config;
  /** Replaces the configuration. */
  readonly onChange: (config: Config) => void;
  /** The model of the records of the workflow. */
  readonly model: Model;
  /** What is wrong, by the place in the configuration: `event.type`. */
  readonly problems: ReadonlyMap<string, string>;
}

/** The configuration with another value of a part. An empty value removes the part. */
export function withPart(config: Config, key: string, value: unknown): Config {
  const { [key]: _before, ...rest } = config;
  return value === undefined || value === null || value === '' ? rest : { ...rest, [key]: value };
}

/** The problem of a part, or the first one of a place within it. */
export function problemAt(problems: ReadonlyMap<string, string>, key: string): string | undefined {
  for (const [place, text] of problems)
    if (place === key || place.startsWith(`${key}.`) || place.startsWith(`${key}[`)) return text;
  return undefined;
}
