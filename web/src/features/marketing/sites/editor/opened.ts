/** The block whose fields are open. Only one is open in the whole page. */
export interface Opened {
  readonly id: string | undefined;
  readonly set: (id: string | undefined) => void;
}
