import type { ContentField } from '../template/content-error.ts';
import type { MailContent, PreparedContent, Rendered, Scope, Variables } from '../template/mail-content.ts';

/** A task of the thread. `key` identifies the content in the thread's cache of parsed templates. */
export type ContentTask =
  | { readonly kind: 'compile'; readonly key: string; readonly content: MailContent }
  | {
      readonly kind: 'render';
      readonly key: string;
      /** Undefined for a long template that the thread may already have. */
      readonly prepared: PreparedContent | undefined;
      readonly scopes: readonly Scope[];
      /** Limit of processor time for each mail. */
      readonly renderMs: number;
    };

/** A `ContentError` in the form in which threads exchange it. */
export interface ContentFault {
  readonly field: ContentField;
  readonly message: string;
  readonly isLimit: boolean;
  readonly isSlow: boolean;
}

export type RenderResult = { readonly rendered: Rendered } | { readonly fault: ContentFault };

export type ContentAnswer =
  | { readonly fault: ContentFault }
  | { readonly prepared: PreparedContent; readonly variables: Variables }
  /** The thread does not have the template. */
  | { readonly isUnknown: true }
  /**
   * Results of the first scopes, at least one. The caller sends the others as another task, so that other tenants get
   * their turn.
   */
  | { readonly results: readonly RenderResult[] };
