import type { TObject } from 'typebox';
import type { Caller } from '#core/access/caller.ts';
import type { Context } from '#core/context.ts';
import type { Detail } from '#core/errors.ts';
import type { Model } from '#core/models/model.ts';
import type { ToolPolicy } from './policy.ts';

/** A record that a tool call wrote. */
export interface WrittenRecord {
  readonly model: string;
  readonly id: string;
  readonly change: 'created' | 'updated' | 'deleted';
  /** The version after the change, or the last version before a deletion. */
  readonly version: number;
}

export interface ToolOutput {
  /** The result as JSON, as the model gets it. */
  readonly result: unknown;
  readonly written?: WrittenRecord;
  /** Set when the write needs approval: its record in ai/aiPendingActions. */
  readonly pending?: { readonly id: string };
}

/** A tool call in the form that answers and logs show. */
export interface ToolCallRecord {
  readonly tool: string;
  readonly input: unknown;
  readonly output?: unknown;
  readonly error?: { readonly code: string; readonly message: string; readonly details?: readonly Detail[] };
  readonly written?: WrittenRecord;
  readonly pending?: { readonly id: string };
}

export type ToolInput = Readonly<Record<string, unknown>>;

/** The context of a tool call, with the limits of the tenant. */
export interface ToolContext extends Context {
  readonly policy: ToolPolicy;
  /**
   * The caller with access to all models, for searches whose results are filtered afterwards. `caller` reaches only
   * shown models.
   */
  readonly unlimited: Caller;
}

/** A tool that is offered to a caller, within the limits of the tenant. */
export interface OfferedTool {
  readonly name: string;
  /** The description for the language model. */
  readonly description: string;
  readonly writes: boolean;
  readonly input: TObject;
  run(context: Context, input: ToolInput): Promise<ToolOutput>;
}

/**
 * An operation of the platform that a language model may call. It runs with the identity and the permissions of the
 * user who asked, so a model can do nothing that the user could not. No input names a tenant.
 */
export interface Tool extends Omit<OfferedTool, 'run'> {
  /** True when the caller can use the tool at all. Otherwise it is not offered. */
  isUsable(context: ToolContext): boolean;
  /** True when a user must approve this write, even if the tenant asks for no approval. */
  needsApproval?(context: ToolContext, input: ToolInput): boolean;
  /** The record that a call changes or deletes; undefined for a call that creates a record. */
  target?(context: ToolContext, input: ToolInput): { readonly model: Model; readonly id: string } | undefined;
  run(context: ToolContext, input: ToolInput): Promise<ToolOutput>;
}
