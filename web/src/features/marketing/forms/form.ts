import type { RecordData } from '~/api/records.ts';

export const formsPath = '/api/forms/forms';
export const submissionsPath = '/api/forms/formSubmissions';
export const formsModel = 'forms.forms';
export const submissionsModel = 'forms.formSubmissions';

/** The settings of a field in a form. With a `type` the field belongs to the form itself. */
export interface FieldSettings {
  readonly type?: string;
  readonly label?: string;
  readonly help?: string;
  readonly placeholder?: string;
  readonly options?: readonly (string | { readonly value: string; readonly label: string })[];
  readonly maxLength?: number;
  readonly min?: number;
  readonly max?: number;
}

export interface FormStep {
  readonly title: string;
  readonly fields: readonly string[];
}

export interface Condition {
  readonly field: string;
  readonly operator?: string;
  readonly value?: unknown;
}

/** A rule: when its conditions are met, it changes fields. */
export interface LogicRule {
  readonly if: Condition | readonly Condition[];
  readonly any?: boolean;
  readonly then: 'show' | 'hide' | 'require';
  readonly fields: readonly string[];
}

export interface FormTheme {
  readonly primaryColor?: string;
  readonly backgroundColor?: string;
  readonly textColor?: string;
  readonly font?: string;
  readonly radius?: number;
  readonly width?: number;
}

/** A record of forms/forms. */
export interface Form extends RecordData {
  readonly name: string;
  readonly title: string | null;
  readonly description: string | null;
  readonly slug: string | null;
  readonly status: string;
  readonly modelKey: string | null;
  readonly submitAction: string | null;
  readonly fields: readonly string[] | null;
  readonly requiredFields: readonly string[] | null;
  readonly fieldSettings: Readonly<Record<string, FieldSettings>> | null;
  readonly steps: readonly FormStep[] | null;
  readonly logic: readonly LogicRule[] | null;
  readonly theme: FormTheme | null;
  readonly layout: string | null;
  readonly submitLabel: string | null;
  readonly successMessage: string | null;
  readonly consentText: string | null;
}

/** The fields that a person writes. The comparison of versions shows them. */
export const writtenFields = [
  'name',
  'title',
  'description',
  'slug',
  'status',
  'modelKey',
  'submitAction',
  'fields',
  'requiredFields',
  'fieldSettings',
  'steps',
  'logic',
  'theme',
  'submitLabel',
  'successMessage',
  'redirectUrl',
  'consentText',
] as const;

/** The path of a published form on the platform. */
export const formAddress = (accountKey: string, slug: string): string =>
  `/f/${encodeURIComponent(accountKey)}/${encodeURIComponent(slug)}`;
