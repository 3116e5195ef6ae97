/** A request for a tracked link of a mail. */
export interface Hit {
  readonly tenantId: string;
  readonly emailId: string;
  /** The id of its fact, so that a hit written twice is one fact. */
  readonly id: string;
  readonly at: Date;
  /** The clicked address; undefined for an open. */
  readonly link: string | undefined;
  /** The request itself shows that a program made it. */
  readonly machine: boolean;
}

export interface Click extends Hit {
  readonly link: string;
}

export const isClick = (hit: Hit): hit is Click => hit.link !== undefined;
