export interface Envelope {
  readonly from: string;
  readonly to: readonly string[];
}
