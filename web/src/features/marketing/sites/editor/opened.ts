/** The block whose fields are shown; one at a time, in the whole page. */
export interface Opened {
  readonly id: string | undefined;
  readonly set: (id: string | undefined) => void;
}
