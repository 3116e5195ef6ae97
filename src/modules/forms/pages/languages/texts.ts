import type { Failure, Refusal } from '../../submissions/refusals.ts';

/** Error texts for answers. */
export interface ProblemTexts {
  readonly required: string;
  /** Shown for a box that must be ticked. */
  readonly accept: string;
  readonly email: string;
  readonly phone: string;
  readonly url: string;
  readonly number: string;
  readonly wholeNumber: string;
  readonly date: string;
  readonly datetime: string;
  readonly option: string;
  readonly invalid: string;
  readonly captcha: string;
  tooLong(max: number): string;
  tooSmall(min: number): string;
  tooLarge(max: number): string;
}

/** Texts of a page that the form does not set. */
export interface Texts {
  readonly send: string;
  readonly next: string;
  readonly back: string;
  readonly choose: string;
  readonly required: string;
  readonly check: string;
  readonly thanks: string;
  readonly step: string;
  readonly utc: string;
  readonly problems: ProblemTexts;
  readonly refusals: Readonly<Record<Refusal, string>>;
  readonly failures: Readonly<Record<Failure, string>>;
  /** Shown when the server could not be reached. */
  readonly offline: string;
  /** The label of a button that leads back to the form. */
  readonly again: string;
  unknownField(name: string): string;
  filesTooLarge(maxMegabytes: number): string;
  tooManyFiles(max: number): string;
}
