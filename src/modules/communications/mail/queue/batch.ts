import type { MailContent } from '../content/template/mail-content.ts';

/** The values that all mails of a batch share. */
export interface BatchContent extends MailContent {
  readonly type: 'bulk' | 'campaign';
  /** The title of the mailing, used as subject of its mails until they are rendered. Older batches have none. */
  readonly title?: string;
  readonly from: string | null;
  readonly fromName: string | null;
  readonly replyTo: string | null;
  readonly templateId: string | null;
  readonly campaignId: string | null;
  readonly communicationsCampaignId: string | null;
  /** The channel of the campaign. Batches of earlier versions have none. */
  readonly campaignChannelId?: string | null;
  readonly emailListId: string | null;
  readonly trackOpens: boolean;
  readonly trackClicks: boolean;
  /** Variables for all recipients. Variables of a recipient take precedence. */
  readonly variables: Readonly<Record<string, unknown>>;
}

/** A part of the recipients. */
export type SourceStep =
  /** Recipients of the request, which are stored in parts. */
  | { readonly kind: 'request'; readonly parts: number }
  /** Members of a list who are subscribed. */
  | { readonly kind: 'members'; readonly emailListId: string }
  /** Addresses and contacts in the record of a list. */
  | { readonly kind: 'list'; readonly emailListId: string }
  | {
      readonly kind: 'segment';
      readonly segmentId: string;
      readonly excludedSegmentIds: readonly string[];
      /** Batches of earlier versions have none; their segments contain contacts. */
      readonly model?: 'sales.contacts' | 'sales.leads';
    };

/** The sources of the recipients, and the position up to which they are frozen. */
export interface Source {
  readonly steps: readonly SourceStep[];
  /** The index of the next step. */
  readonly step: number;
  /** The cursor of the current step; null at its beginning. */
  readonly position: string | null;
}

export interface Recipient {
  readonly email: string;
  readonly contactId?: string | null;
  /** Without meaning for a recipient with a contact. */
  readonly leadId?: string | null;
  readonly name?: string | null;
  readonly variables?: Readonly<Record<string, unknown>> | null;
}

export type BatchStatus = 'sending' | 'paused' | 'sent' | 'cancelled';
