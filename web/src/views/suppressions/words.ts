/** Texts of a page of suppressions. `name` is an address or a number. */
export interface SuppressionWords {
  readonly title: string;
  readonly description: string;
  readonly search: string;
  readonly show: string;
  readonly active: string;
  readonly former: string;
  readonly lift: string;
  readonly liftText: (name: string) => string;
  readonly why: string;
  readonly whyHelp: string;
  readonly liftAction: string;
  readonly liftOf: (name: string) => string;
  readonly lifted: (name: string) => string;
  readonly empty: { readonly title: string; readonly text: string };
}
