// Written by `npm run web:types` from the schemas of the actions. Do not edit.

export interface paths {
  "/api/ai/actions/draft-email": {
    /** Draft an email to a contact, or a reply in a conversation */
    post: {
      parameters: {
        query?: {
          dryRun?: boolean;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            contactId?: string;
            conversationId?: string;
            purpose: string;
            aiModel?: string;
            language?: string;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              id: string;
              subject: string;
              html: string;
              text: string;
            };
          };
        };
      };
    };
  };
  "/api/ai/actions/extract": {
    /** Read a record from a text, without storing it */
    post: {
      parameters: {
        query?: {
          dryRun?: boolean;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            text: string;
            model: string;
            aiModel?: string;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              id: string;
              record: {
                [key: string]: unknown;
              };
              problems: {
                field?: string;
                code: string;
                message: string;
              }[];
            };
          };
        };
      };
    };
  };
  "/api/ai/actions/query": {
    /** Find records by a question in words */
    post: {
      parameters: {
        query?: {
          dryRun?: boolean;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            question: string;
            model: string;
            aiModel?: string;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              id: string;
              filter: {
                [key: string]: unknown;
              };
              sort?: string;
              explanation: string;
              data: unknown[];
              total: number;
            };
          };
        };
      };
    };
  };
  "/api/ai/actions/summarize": {
    /** Summarize a record with its notes and tasks */
    post: {
      parameters: {
        query?: {
          dryRun?: boolean;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            model: string;
            id: string;
            aiModel?: string;
            language?: string;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              id: string;
              text: string;
            };
          };
        };
      };
    };
  };
  "/api/ai/aiPendingActions/{id}/approve": {
    /** Runs a write that a language model proposed */
    post: {
      parameters: {
        query?: {
          dryRun?: boolean;
        };
        path: {
          id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              _id: string;
              tool: string;
              status: "approved" | "rejected" | "failed";
              result: unknown;
              error: unknown;
            } & {
              [key: string]: unknown;
            };
          };
        };
      };
    };
  };
  "/api/ai/aiPendingActions/{id}/reject": {
    /** Refuses a write that a language model proposed */
    post: {
      parameters: {
        query?: {
          dryRun?: boolean;
        };
        path: {
          id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              _id: string;
              tool: string;
              status: "approved" | "rejected" | "failed";
              result: unknown;
              error: unknown;
            } & {
              [key: string]: unknown;
            };
          };
        };
      };
    };
  };
  "/api/ai/chat/message": {
    /** Send a message of a chat and get the reply */
    post: {
      parameters: {
        query?: {
          dryRun?: boolean;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            model?: string;
            conversationId?: string;
            message: string;
            screen?: {
              model: string;
              id?: string;
              filter?: {
                [key: string]: unknown;
              };
            };
            approval?: "writes" | "none";
            accountKey?: string;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              conversationId: string;
              messageId: string;
              completionId: string;
              reply: string;
              finishReason: string;
              usage: {
                promptTokens: number;
                completionTokens: number;
                totalTokens: number;
                cachedTokens: number;
              };
              toolCalls: ({
                tool: string;
                input: unknown;
                output?: unknown;
                error?: {
                  code: string;
                  message: string;
                } & {
                  [key: string]: unknown;
                };
                written?: {
                  model: string;
                  id: string;
                  change: "created" | "updated" | "deleted";
                  version: number;
                };
                pending?: {
                  id: string;
                };
              } & {
                [key: string]: unknown;
              })[];
            };
          };
        };
      };
    };
  };
  "/api/ai/chat/stream": {
    /** Send a message of a chat and get the reply as it is written */
    post: {
      parameters: {
        query?: {
          dryRun?: boolean;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            model?: string;
            conversationId?: string;
            message: string;
            screen?: {
              model: string;
              id?: string;
              filter?: {
                [key: string]: unknown;
              };
            };
            approval?: "writes" | "none";
            accountKey?: string;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": unknown;
            "text/event-stream": string;
          };
        };
      };
    };
  };
  "/api/ai/completions/{id}/undo": {
    /** Takes back what the tools of a completion wrote */
    post: {
      parameters: {
        query?: {
          dryRun?: boolean;
        };
        path: {
          id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              undone: {
                model: string;
                id: string;
                change: "created" | "updated" | "deleted";
              }[];
              kept: {
                model: string;
                id: string;
                change: "created" | "updated" | "deleted";
                reason: string;
              }[];
            };
          };
        };
      };
    };
  };
  "/api/ai/image-request/search": {
    /** Find photos by a description */
    post: {
      parameters: {
        query?: {
          dryRun?: boolean;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            query: string;
            limit?: number;
            orientation?: "landscape" | "portrait" | "square";
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              data: {
                id: string;
                url: string;
                thumbnailUrl: string;
                width: number;
                height: number;
                description: string;
                author: string;
                authorUrl: string;
                source: string;
              }[];
            };
          };
        };
      };
    };
  };
  "/api/ai/image/generate": {
    /** Make images from a description */
    post: {
      parameters: {
        query?: {
          dryRun?: boolean;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            prompt: string;
            width?: number;
            height?: number;
            model?: string;
            count?: number;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              images: {
                url: string;
                storedFileId: string;
                width: number;
                height: number;
                mimeType: string;
              }[];
              model: string;
              provider: string;
            };
          };
        };
      };
    };
  };
  "/api/ai/mcp": {
    /** Use the tools of the platform by the Model Context Protocol */
    post: {
      parameters: {
        query?: {
          dryRun?: boolean;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            jsonrpc: "2.0";
            method: string;
            id?: string | number;
            params?: {
              [key: string]: unknown;
            };
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              jsonrpc: "2.0";
              id: (string | number) | null;
              result?: {
                [key: string]: unknown;
              };
              error?: {
                code: number;
                message: string;
                data?: unknown;
              };
            };
          };
        };
      };
    };
  };
  "/api/ai/models": {
    /** The language models that the account may use */
    get: {
      responses: {
        200: {
          content: {
            "application/json": {
              data: {
                model: string;
                provider: string;
                configured: boolean;
                priced: boolean;
              }[];
              defaultModel: string | null;
              approval: string;
            };
          };
        };
      };
    };
  };
  "/api/ai/text-completion/complete": {
    /** Complete a text with a language model */
    post: {
      parameters: {
        query?: {
          dryRun?: boolean;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            model?: string;
            messages: {
              role: "system" | "user" | "assistant";
              content: string;
            }[];
            context?: {
              accountKey?: string;
            } & {
              [key: string]: unknown;
            };
            includePlatformTools?: boolean;
            approval?: "writes" | "none";
            maxTokens?: number;
            temperature?: number;
            responseSchema?: {
              [key: string]: unknown;
            };
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              id: string;
              model: string;
              provider: string;
              text: string;
              finishReason: string;
              usage: {
                promptTokens: number;
                completionTokens: number;
                totalTokens: number;
                cachedTokens: number;
              };
              iterations: number;
              toolCalls: ({
                tool: string;
                input: unknown;
                output?: unknown;
                error?: {
                  code: string;
                  message: string;
                } & {
                  [key: string]: unknown;
                };
                written?: {
                  model: string;
                  id: string;
                  change: "created" | "updated" | "deleted";
                  version: number;
                };
                pending?: {
                  id: string;
                };
              } & {
                [key: string]: unknown;
              })[];
              object?: unknown;
            };
          };
        };
      };
    };
  };
  "/api/ai/usage": {
    /** What completions used and cost, by day, user and model */
    get: {
      parameters: {
        query?: {
          from?: string;
          to?: string;
          groupBy?: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              data: {
                day?: string;
                userId?: string | null;
                model?: string | null;
                requests: number;
                promptTokens: number;
                completionTokens: number;
                cachedTokens: number;
                totalTokens: number;
                cost: number | null;
                unpriced: number;
              }[];
              total: {
                requests: number;
                promptTokens: number;
                completionTokens: number;
                cachedTokens: number;
                totalTokens: number;
                cost: number | null;
                unpriced: number;
              };
              currency: string;
            };
          };
        };
      };
    };
  };
  "/api/communications/bulk-email/send": {
    /** Sends a mail to many recipients */
    post: {
      parameters: {
        query?: {
          dryRun?: boolean;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            recipients?: unknown[];
            emailListId?: string;
            segmentId?: string;
            name?: string;
            subject?: string;
            html?: string;
            text?: string;
            templateId?: string;
            variables?: {
              [key: string]: unknown;
            };
            from?: string;
            replyTo?: string;
            trackOpens?: boolean;
            trackClicks?: boolean;
          };
        };
      };
      responses: {
        202: {
          content: {
            "application/json": {
              batchId: string;
              snapshotId: string;
              accepted: number;
              rejected: {
                email: string;
                reason: "invalid" | "duplicate" | "suppressed";
              }[];
              status: "sending";
            };
          };
        };
      };
    };
  };
  "/api/communications/bulk-email/{batchId}": {
    /** The state of a batch of mail */
    get: {
      parameters: {
        path: {
          batchId: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              batchId: string;
              status: "sending" | "paused" | "sent" | "cancelled";
              accepted: number;
              sent: number;
              delivered: number;
              failed: number;
              bounced: number;
              skipped: number;
              duplicates: number;
              startedAt: string;
              finishedAt: string | null;
            };
          };
        };
      };
    };
  };
  "/api/communications/bulk-email/{batchId}/cancel": {
    /** Cancels the mails of a batch that are not sent yet */
    post: {
      parameters: {
        query?: {
          dryRun?: boolean;
        };
        path: {
          batchId: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              batchId: string;
              status: "sending" | "paused" | "sent" | "cancelled";
              accepted: number;
              sent: number;
              delivered: number;
              failed: number;
              bounced: number;
              skipped: number;
              duplicates: number;
              startedAt: string;
              finishedAt: string | null;
            };
          };
        };
      };
    };
  };
  "/api/communications/bulk-email/{batchId}/pause": {
    /** Pauses a batch of mail */
    post: {
      parameters: {
        query?: {
          dryRun?: boolean;
        };
        path: {
          batchId: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              batchId: string;
              status: "sending" | "paused" | "sent" | "cancelled";
              accepted: number;
              sent: number;
              delivered: number;
              failed: number;
              bounced: number;
              skipped: number;
              duplicates: number;
              startedAt: string;
              finishedAt: string | null;
            };
          };
        };
      };
    };
  };
  "/api/communications/bulk-email/{batchId}/resume": {
    /** Resumes a batch of mail */
    post: {
      parameters: {
        query?: {
          dryRun?: boolean;
        };
        path: {
          batchId: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              batchId: string;
              status: "sending" | "paused" | "sent" | "cancelled";
              accepted: number;
              sent: number;
              delivered: number;
              failed: number;
              bounced: number;
              skipped: number;
              duplicates: number;
              startedAt: string;
              finishedAt: string | null;
            };
          };
        };
      };
    };
  };
  "/api/communications/bulk-email/{batchId}/retry-failed": {
    /** Sends the failed mails of a batch again */
    post: {
      parameters: {
        query?: {
          dryRun?: boolean;
        };
        path: {
          batchId: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            includeUnconfirmed?: boolean;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              batchId: string;
              status: "sending" | "paused" | "sent" | "cancelled";
              accepted: number;
              sent: number;
              delivered: number;
              failed: number;
              bounced: number;
              skipped: number;
              duplicates: number;
              startedAt: string;
              finishedAt: string | null;
            };
          };
        };
      };
    };
  };
  "/api/communications/campaign-email/send": {
    /** Sends a mail of a campaign to its audience, or to given recipients */
    post: {
      parameters: {
        query?: {
          dryRun?: boolean;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            campaignId: string;
            to?: string | unknown[];
            audience?: {
              emailListIds: string[];
              segmentIds: string[];
              excludedSegmentIds: string[];
            };
            subject?: string;
            html?: string;
            text?: string;
            templateId?: string;
            variables?: {
              [key: string]: unknown;
            };
            from?: string;
            replyTo?: string;
            trackOpens?: boolean;
            trackClicks?: boolean;
          };
        };
      };
      responses: {
        202: {
          content: {
            "application/json": {
              batchId: string;
              snapshotId: string;
              accepted: number;
              rejected: {
                email: string;
                reason: "invalid" | "duplicate" | "suppressed";
              }[];
              status: "sending";
            };
          };
        };
      };
    };
  };
  "/api/communications/conversations/{id}/assign": {
    /** Assigns a conversation to a user or a team; null takes the assignment back. The assignee of a private conversation becomes a viewer of it and of its mails that you may read */
    post: {
      parameters: {
        query?: {
          dryRun?: boolean;
        };
        path: {
          id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            userId?: string | null;
            teamId?: string | null;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              _id: string;
              status: string;
            } & {
              [key: string]: unknown;
            };
          };
        };
      };
    };
  };
  "/api/communications/conversations/{id}/canned/{templateId}": {
    /** Renders a template for the contact of a conversation, as a reply to edit and send */
    get: {
      parameters: {
        path: {
          id: string;
          templateId: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              subject: string;
              html: string | null;
              text: string;
              missing: string[];
            };
          };
        };
      };
    };
  };
  "/api/communications/conversations/{id}/close": {
    /** Closes a conversation. A reply opens it again */
    post: {
      parameters: {
        query?: {
          dryRun?: boolean;
        };
        path: {
          id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              _id: string;
              status: string;
            } & {
              [key: string]: unknown;
            };
          };
        };
      };
    };
  };
  "/api/communications/conversations/{id}/merge": {
    /** Moves the mails and comments of a conversation into another one and closes it. Later replies arrive there. Who sees one of the two sees the result */
    post: {
      parameters: {
        query?: {
          dryRun?: boolean;
        };
        path: {
          id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            intoId: string;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              _id: string;
              status: string;
            } & {
              [key: string]: unknown;
            };
          };
        };
      };
    };
  };
  "/api/communications/conversations/{id}/messages": {
    /** The mails and comments of a conversation that you may read, oldest first. The HTML is safe to show */
    get: {
      parameters: {
        query?: {
          remote?: "true" | "false";
          limit?: string;
          cursor?: string;
        };
        path: {
          id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              data: ({
                kind: "email" | "comment";
                _id: string;
                at: string;
              } & {
                [key: string]: unknown;
              })[];
              meta: {
                limit: number;
                hasMore: boolean;
                nextCursor: string | null;
              };
            };
          };
        };
      };
    };
  };
  "/api/communications/conversations/{id}/move": {
    /** Closes a conversation and moves its received mails to the archive or the trash of your mailboxes, at their servers. The records stay */
    post: {
      parameters: {
        query?: {
          dryRun?: boolean;
        };
        path: {
          id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            to: "archive" | "trash";
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              _id: string;
              status: string;
            } & {
              [key: string]: unknown;
            };
          };
        };
      };
    };
  };
  "/api/communications/conversations/{id}/presence": {
    /** Who else looks at a conversation, or writes in it */
    get: {
      parameters: {
        path: {
          id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              data: {
                userId: string;
                name: string;
                state: "viewing" | "replying";
                at: string;
              }[];
            };
          };
        };
      };
    };
    /** Shows colleagues for 30 seconds that you look at a conversation or write in it, and answers who else does */
    post: {
      parameters: {
        query?: {
          dryRun?: boolean;
        };
        path: {
          id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            state: "viewing" | "replying" | "left";
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              data: {
                userId: string;
                name: string;
                state: "viewing" | "replying";
                at: string;
              }[];
            };
          };
        };
      };
    };
  };
  "/api/communications/conversations/{id}/read": {
    /** Marks a conversation as read or unread. For the users of its mailbox its received mails are marked, at their mail server too; for others only what they see */
    post: {
      parameters: {
        query?: {
          dryRun?: boolean;
        };
        path: {
          id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            read?: boolean;
            opened?: boolean;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              _id: string;
              status: string;
            } & {
              [key: string]: unknown;
            };
          };
        };
      };
    };
  };
  "/api/communications/conversations/{id}/reopen": {
    /** Opens a conversation that is closed, snoozed or spam */
    post: {
      parameters: {
        query?: {
          dryRun?: boolean;
        };
        path: {
          id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              _id: string;
              status: string;
            } & {
              [key: string]: unknown;
            };
          };
        };
      };
    };
  };
  "/api/communications/conversations/{id}/reply": {
    /** Answers a message of a conversation, the last one by default, by the mailbox that got it or one of your own */
    post: {
      parameters: {
        query?: {
          dryRun?: boolean;
        };
        path: {
          id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            connectionId?: string;
            body?: string;
            html?: string;
            cc?: string | string[];
            bcc?: string | string[];
            attachments?: string[];
            sendAt?: string;
            undoSeconds?: number;
            to?: string | string[];
            inReplyTo?: string;
          };
        };
      };
      responses: {
        202: {
          content: {
            "application/json": {
              _id: string;
              status: string;
              to: string[];
            } & {
              [key: string]: unknown;
            };
          };
        };
      };
    };
  };
  "/api/communications/conversations/{id}/snooze": {
    /** Hides a conversation until a time. It opens again then, or when a reply comes */
    post: {
      parameters: {
        query?: {
          dryRun?: boolean;
        };
        path: {
          id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            until: string;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              _id: string;
              status: string;
            } & {
              [key: string]: unknown;
            };
          };
        };
      };
    };
  };
  "/api/communications/conversations/{id}/spam": {
    /** Moves a conversation to spam. Replies do not open it again */
    post: {
      parameters: {
        query?: {
          dryRun?: boolean;
        };
        path: {
          id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              _id: string;
              status: string;
            } & {
              [key: string]: unknown;
            };
          };
        };
      };
    };
  };
  "/api/communications/email-analytics": {
    /** Counts what became of mails: deliveries, opens, clicks, bounces, complaints */
    get: {
      parameters: {
        query?: {
          filter?: {
            campaignId?: string;
            batchId?: string;
            templateId?: string;
          };
          from?: string;
          to?: string;
          groupBy?: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              sent: number;
              delivered: number;
              opened: number;
              uniqueOpens: number;
              clicked: number;
              uniqueClicks: number;
              bounced: number;
              complained: number;
              unsubscribed: number;
              failed: number;
              deliveryRate: number;
              openRate: number;
              clickRate: number;
              groups: {
                day?: string;
                domain?: string | null;
                link?: string;
                sent?: number;
                delivered?: number;
                opened?: number;
                uniqueOpens?: number;
                clicked?: number;
                uniqueClicks?: number;
                bounced?: number;
                complained?: number;
                unsubscribed?: number;
                failed?: number;
              }[];
            };
          };
        };
      };
    };
  };
  "/api/communications/email-events/{provider}/{accountKey}": {
    /** Takes events of a mail provider: deliveries, bounces, complaints, opens and clicks, signed by the provider */
    post: {
      parameters: {
        query?: {
          dryRun?: boolean;
        };
        path: {
          provider: "ses" | "sendgrid" | "postmark" | "mailgun";
          accountKey: string;
        };
      };
      requestBody: {
        content: {
          "application/json": unknown;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              received: number;
              applied: number;
            };
          };
        };
      };
    };
  };
  "/api/communications/email-lists/{id}/import": {
    /** Adds the addresses of a CSV file to an email list, in parts of 5,000 */
    post: {
      parameters: {
        query?: {
          resubscribe?: boolean;
          dryRun?: boolean;
        };
        path: {
          id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            csv?: string;
            rows?: {
              email: string;
              name?: string;
              variables?: {
                [key: string]: unknown;
              };
            }[];
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              subscribed: number;
              pending: number;
              alreadySubscribed: number;
              rejected: {
                email: string;
                reason: string;
              }[];
            };
          };
        };
      };
    };
  };
  "/api/communications/email-lists/{id}/subscribe": {
    /** Adds addresses or contacts to an email list */
    post: {
      parameters: {
        query?: {
          dryRun?: boolean;
        };
        path: {
          id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            email?: string;
            emails?: string[];
            contactIds?: string[];
            name?: string;
            variables?: {
              [key: string]: unknown;
            };
            resubscribe?: boolean;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              subscribed: number;
              pending: number;
              alreadySubscribed: number;
              rejected: {
                email: string;
                reason: string;
              }[];
            };
          };
        };
      };
    };
  };
  "/api/communications/email-lists/{id}/unsubscribe": {
    /** Stops mail of an email list to an address */
    post: {
      parameters: {
        query?: {
          dryRun?: boolean;
        };
        path: {
          id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            email: string;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              email: string;
              status: "unsubscribed";
            };
          };
        };
      };
    };
  };
  "/api/communications/email-scheduling/schedule": {
    /** Schedules a mail */
    post: {
      parameters: {
        query?: {
          dryRun?: boolean;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            to: string | string[];
            subject?: string;
            html?: string;
            text?: string;
            templateId?: string;
            variables?: {
              [key: string]: unknown;
            };
            from?: string;
            replyTo?: string;
            trackOpens?: boolean;
            trackClicks?: boolean;
            cc?: string | string[];
            bcc?: string | string[];
            attachments?: string[];
            headers?: {
              [key: string]: string;
            };
            metadata?: {
              [key: string]: unknown;
            };
            contactId?: string;
            conversationId?: string;
            campaignId?: string;
            sendAt: string;
          };
        };
      };
      responses: {
        201: {
          content: {
            "application/json": {
              _id: string;
              status: string;
              to: string[];
            } & {
              [key: string]: unknown;
            };
          };
        };
      };
    };
  };
  "/api/communications/email-scheduling/{id}": {
    /** Cancels a scheduled mail */
    delete: {
      parameters: {
        query?: {
          dryRun?: boolean;
        };
        path: {
          id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              _id: string;
              status: string;
              to: string[];
            } & {
              [key: string]: unknown;
            };
          };
        };
      };
    };
    /** Changes when a scheduled mail is sent */
    patch: {
      parameters: {
        query?: {
          dryRun?: boolean;
        };
        path: {
          id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            sendAt: string;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              _id: string;
              status: string;
              to: string[];
            } & {
              [key: string]: unknown;
            };
          };
        };
      };
    };
  };
  "/api/communications/email-template-starters": {
    /** Lists templates to begin with; a new template copies the fields of one */
    get: {
      responses: {
        200: {
          content: {
            "application/json": {
              data: {
                key: string;
                name: string;
                description: string;
                category: string;
                format: string;
                subject: string;
                previewText: string;
                html?: string;
                text?: string;
                sampleData: {
                  [key: string]: unknown;
                };
              }[];
            };
          };
        };
      };
    };
  };
  "/api/communications/email-template-starters/{key}/preview": {
    /** Renders a template to begin with, with its sample data */
    get: {
      parameters: {
        path: {
          key: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              subject: string;
              html: string | null;
              text: string;
            };
          };
        };
      };
    };
  };
  "/api/communications/email-templates/{id}/preview": {
    /** Renders a template for a contact, for variables, or with its sample data */
    post: {
      parameters: {
        query?: {
          dryRun?: boolean;
        };
        path: {
          id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            variables?: {
              [key: string]: unknown;
            };
            contactId?: string;
            draft?: {
              subject?: string | null;
              html?: string | null;
              text?: string | null;
              previewText?: string | null;
              format?: "html" | "mjml" | "text";
              sampleData?: {
                [key: string]: unknown;
              } | null;
            };
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              subject: string;
              html: string | null;
              text: string;
              missing: string[];
            };
          };
        };
      };
    };
  };
  "/api/communications/email-templates/{id}/test": {
    /** Sends a template with its sample data to an address */
    post: {
      parameters: {
        query?: {
          dryRun?: boolean;
        };
        path: {
          id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            to: string;
          };
        };
      };
      responses: {
        202: {
          content: {
            "application/json": {
              _id: string;
              status: string;
              to: string[];
            } & {
              [key: string]: unknown;
            };
          };
        };
      };
    };
  };
  "/api/communications/email-transports/{id}/dns": {
    /** The DNS records for mail of a transport, and whether they are set; makes its DKIM key */
    get: {
      parameters: {
        path: {
          id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              domain: string;
              records: {
                type: "TXT" | "MX";
                name: string;
                value: string;
                purpose: string;
                found: string[];
                ok: boolean;
                error?: string;
              }[];
            };
          };
        };
      };
    };
  };
  "/api/communications/email-transports/{id}/test": {
    /** Connects to a mail server and logs in; with `to`, sends a test mail */
    post: {
      parameters: {
        query?: {
          dryRun?: boolean;
        };
        path: {
          id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            to?: string;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              ok: boolean;
              message: string;
              durationMs: number;
            };
          };
        };
      };
    };
  };
  "/api/communications/emailLists/{id}/import": {
    /** Adds the addresses of a CSV file to an email list, in parts of 5,000 */
    post: {
      parameters: {
        query?: {
          resubscribe?: boolean;
          dryRun?: boolean;
        };
        path: {
          id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            csv?: string;
            rows?: {
              email: string;
              name?: string;
              variables?: {
                [key: string]: unknown;
              };
            }[];
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              subscribed: number;
              pending: number;
              alreadySubscribed: number;
              rejected: {
                email: string;
                reason: string;
              }[];
            };
          };
        };
      };
    };
  };
  "/api/communications/emailLists/{id}/subscribe": {
    /** Adds addresses or contacts to an email list */
    post: {
      parameters: {
        query?: {
          dryRun?: boolean;
        };
        path: {
          id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            email?: string;
            emails?: string[];
            contactIds?: string[];
            name?: string;
            variables?: {
              [key: string]: unknown;
            };
            resubscribe?: boolean;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              subscribed: number;
              pending: number;
              alreadySubscribed: number;
              rejected: {
                email: string;
                reason: string;
              }[];
            };
          };
        };
      };
    };
  };
  "/api/communications/emailLists/{id}/unsubscribe": {
    /** Stops mail of an email list to an address */
    post: {
      parameters: {
        query?: {
          dryRun?: boolean;
        };
        path: {
          id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            email: string;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              email: string;
              status: "unsubscribed";
            };
          };
        };
      };
    };
  };
  "/api/communications/file-upload": {
    /** Uploads files, as records of data/storedFiles */
    post: {
      parameters: {
        query?: {
          dryRun?: boolean;
        };
      };
      requestBody: {
        content: {
          "multipart/form-data": {
            file: string[];
          };
        };
      };
      responses: {
        201: {
          content: {
            "application/json": {
              files: {
                _id: string;
                name: string;
                mimeType: string;
                size: number;
                sha256: string;
                url: string;
              }[];
            };
          };
        };
      };
    };
  };
  "/api/communications/inbox": {
    /** How many conversations there are in the inbox, of those that you may read */
    get: {
      responses: {
        200: {
          content: {
            "application/json": {
              mine: number;
              unassigned: number;
              all: number;
              snoozed: number;
              closed: number;
              unread: number;
              overdue: number;
              byConnection: {
                connectionId: string;
                open: number;
                unread: number;
              }[];
              byTeam: {
                teamId: string;
                open: number;
                unread: number;
              }[];
            };
          };
        };
      };
    };
  };
  "/api/communications/mailbox-connection": {
    /** The mailboxes of the caller and of the caller’s teams, with their state */
    get: {
      responses: {
        200: {
          content: {
            "application/json": {
              connected: boolean;
              data: {
                _id: string;
                provider: string;
                email: string;
                name: string | null;
                status: string;
                error: string | null;
                lastSyncedAt: string | null;
                backfillDays: number | null;
                backfillTotal: number | null;
                backfillDone: number | null;
                folders: string[];
                sharing: string | null;
                blocklist: string[];
                createsContacts: boolean | null;
                signature: string | null;
                ownerId: string | null;
                teamIds: string[];
                imap: {
                  host: string;
                  port: number;
                  secure: boolean;
                  username: string;
                } | null;
                smtp: {
                  host: string;
                  port: number;
                  secure: boolean;
                  username: string;
                } | null;
                createdAt: string;
              }[];
              providers: string[];
            };
          };
        };
      };
    };
    /** Connects a mailbox by IMAP and SMTP with a password, after signing in at both servers */
    post: {
      parameters: {
        query?: {
          dryRun?: boolean;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            provider: "imap";
            email: string;
            imap: {
              host: string;
              port: number;
              secure: boolean;
              username: string;
              password?: string;
            };
            smtp: {
              host: string;
              port: number;
              secure: boolean;
              username: string;
              password?: string;
            };
            name?: string | null;
            teamIds?: string[];
            backfillDays?: number;
            folders?: string[];
            sharing?: "contacts" | "everything" | "metadata" | "nothing";
            blocklist?: string[];
            createsContacts?: boolean;
            signature?: string | null;
          };
        };
      };
      responses: {
        201: {
          content: {
            "application/json": {
              _id: string;
              provider: string;
              email: string;
              name: string | null;
              status: string;
              error: string | null;
              lastSyncedAt: string | null;
              backfillDays: number | null;
              backfillTotal: number | null;
              backfillDone: number | null;
              folders: string[];
              sharing: string | null;
              blocklist: string[];
              createsContacts: boolean | null;
              signature: string | null;
              ownerId: string | null;
              teamIds: string[];
              imap: {
                host: string;
                port: number;
                secure: boolean;
                username: string;
              } | null;
              smtp: {
                host: string;
                port: number;
                secure: boolean;
                username: string;
              } | null;
              createdAt: string;
            };
          };
        };
      };
    };
  };
  "/api/communications/mailbox-connection/callback": {
    /** Connects the mailbox whose user the provider sent back */
    get: {
      parameters: {
        query?: {
          code?: string;
          state?: string;
          error?: string;
          iss?: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              _id: string;
              provider: string;
              email: string;
              name: string | null;
              status: string;
              error: string | null;
              lastSyncedAt: string | null;
              backfillDays: number | null;
              backfillTotal: number | null;
              backfillDone: number | null;
              folders: string[];
              sharing: string | null;
              blocklist: string[];
              createsContacts: boolean | null;
              signature: string | null;
              ownerId: string | null;
              teamIds: string[];
              imap: {
                host: string;
                port: number;
                secure: boolean;
                username: string;
              } | null;
              smtp: {
                host: string;
                port: number;
                secure: boolean;
                username: string;
              } | null;
              createdAt: string;
            } | null;
          };
        };
      };
    };
  };
  "/api/communications/mailbox-connection/connect": {
    /** Sends the browser to a provider to connect a mailbox, or gives the address when JSON is accepted */
    get: {
      parameters: {
        query?: {
          provider?: "google" | "microsoft";
          returnTo?: string;
        };
      };
      responses: {
        302: {
        };
      };
    };
  };
  "/api/communications/mailbox-connection/{id}": {
    /** Disconnects a mailbox and revokes its access at the provider. Its mails stay */
    delete: {
      parameters: {
        query?: {
          dryRun?: boolean;
        };
        path: {
          id: string;
        };
      };
      responses: {
        204: {
        };
      };
    };
    /** Changes the settings of a mailbox */
    patch: {
      parameters: {
        query?: {
          dryRun?: boolean;
        };
        path: {
          id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            name?: string | null;
            teamIds?: string[];
            backfillDays?: number;
            folders?: string[];
            sharing?: "contacts" | "everything" | "metadata" | "nothing";
            blocklist?: string[];
            createsContacts?: boolean;
            signature?: string | null;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              _id: string;
              provider: string;
              email: string;
              name: string | null;
              status: string;
              error: string | null;
              lastSyncedAt: string | null;
              backfillDays: number | null;
              backfillTotal: number | null;
              backfillDone: number | null;
              folders: string[];
              sharing: string | null;
              blocklist: string[];
              createsContacts: boolean | null;
              signature: string | null;
              ownerId: string | null;
              teamIds: string[];
              imap: {
                host: string;
                port: number;
                secure: boolean;
                username: string;
              } | null;
              smtp: {
                host: string;
                port: number;
                secure: boolean;
                username: string;
              } | null;
              createdAt: string;
            };
          };
        };
      };
    };
  };
  "/api/communications/mailbox-connection/{id}/folders": {
    /** The folders at the server of a mailbox */
    get: {
      parameters: {
        path: {
          id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              data: {
                path: string;
                name: string;
                role: string;
                synced: boolean;
              }[];
            };
          };
        };
      };
    };
  };
  "/api/communications/mailbox-connection/{id}/reconnect": {
    /** Connects a mailbox again: with a new password, or by consent at the address that it gives */
    post: {
      parameters: {
        query?: {
          dryRun?: boolean;
        };
        path: {
          id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            password?: string;
            imap?: {
              host: string;
              port: number;
              secure: boolean;
              username: string;
              password?: string;
            };
            smtp?: {
              host: string;
              port: number;
              secure: boolean;
              username: string;
              password?: string;
            };
            returnTo?: string;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              _id: string;
              provider: string;
              email: string;
              name: string | null;
              status: string;
              error: string | null;
              lastSyncedAt: string | null;
              backfillDays: number | null;
              backfillTotal: number | null;
              backfillDone: number | null;
              folders: string[];
              sharing: string | null;
              blocklist: string[];
              createsContacts: boolean | null;
              signature: string | null;
              ownerId: string | null;
              teamIds: string[];
              imap: {
                host: string;
                port: number;
                secure: boolean;
                username: string;
              } | null;
              smtp: {
                host: string;
                port: number;
                secure: boolean;
                username: string;
              } | null;
              createdAt: string;
            } | {
              authorizationUrl: string;
            };
          };
        };
      };
    };
  };
  "/api/communications/mailbox-send": {
    /** Sends a mail by the own server of a mailbox. It waits for `undoUntil`, in which time it can be undone */
    post: {
      parameters: {
        query?: {
          dryRun?: boolean;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            connectionId?: string;
            body?: string;
            html?: string;
            cc?: string | string[];
            bcc?: string | string[];
            attachments?: string[];
            sendAt?: string;
            undoSeconds?: number;
            to: string | string[];
            subject: string;
            conversationId?: string;
            inReplyTo?: string;
          };
        };
      };
      responses: {
        202: {
          content: {
            "application/json": {
              _id: string;
              status: string;
              to: string[];
            } & {
              [key: string]: unknown;
            };
          };
        };
      };
    };
  };
  "/api/communications/mailbox-send/{emailId}/undo": {
    /** Takes back a mail of a mailbox that is not sent yet: it becomes a draft */
    post: {
      parameters: {
        query?: {
          dryRun?: boolean;
        };
        path: {
          emailId: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              _id: string;
              status: string;
              to: string[];
            } & {
              [key: string]: unknown;
            };
          };
        };
      };
    };
  };
  "/api/communications/mailbox-sync/sync": {
    /** Reads a mailbox now. The events sync.completed and sync.failed report the result */
    post: {
      parameters: {
        query?: {
          dryRun?: boolean;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            connectionId: string;
          };
        };
      };
      responses: {
        202: {
          content: {
            "application/json": {
              jobId: string;
              status: string;
            };
          };
        };
      };
    };
  };
  "/api/communications/send-email": {
    /** Sends a mail */
    post: {
      parameters: {
        query?: {
          dryRun?: boolean;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            to: string | string[];
            subject?: string;
            html?: string;
            text?: string;
            templateId?: string;
            variables?: {
              [key: string]: unknown;
            };
            from?: string;
            replyTo?: string;
            trackOpens?: boolean;
            trackClicks?: boolean;
            cc?: string | string[];
            bcc?: string | string[];
            attachments?: string[];
            headers?: {
              [key: string]: string;
            };
            metadata?: {
              [key: string]: unknown;
            };
            contactId?: string;
            conversationId?: string;
            campaignId?: string;
          };
        };
      };
      responses: {
        202: {
          content: {
            "application/json": {
              _id: string;
              status: string;
              to: string[];
            } & {
              [key: string]: unknown;
            };
          };
        };
      };
    };
  };
  "/api/data/changes": {
    /** Lists all changes that the caller may see, in order; with Accept: text/event-stream, as they happen */
    get: {
      parameters: {
        query?: {
          since?: string;
          filter?: {
            modelKey?: string;
            type?: string;
          };
          limit?: number;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              data: {
                cursor: string;
                id: string;
                type: string;
                action: string;
                moduleKey: string;
                slug: string;
                modelKey: string | null;
                recordId: string | null;
                version: number | null;
                timestamp: string;
                actorId: string | null;
                actor: {
                  _id: string;
                  email: string | null;
                  via?: "ai" | "mcp" | "form" | "campaign";
                  completionId?: string;
                  viaId?: string;
                } | null;
                requestId: string | null;
                changedFields: string[] | null;
                record: {
                  [key: string]: unknown;
                };
              }[];
              meta: {
                limit: number;
                hasMore: boolean;
                nextCursor: string;
              };
            };
            "text/event-stream": string;
          };
        };
      };
    };
  };
  "/api/data/jobs": {
    /** Lists the background jobs, the newest first */
    get: {
      parameters: {
        query?: {
          filter?: {
            state?: string;
            name?: string;
          };
          page?: number;
          limit?: number;
          cursor?: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              data: {
                _id: string;
                name: string;
                state: "queued" | "scheduled" | "running" | "retrying" | "completed" | "failed" | "cancelled";
                progress: number;
                done: number | null;
                total: number | null;
                attempts: number;
                lastError: string | null;
                runAt: string;
                createdAt: string;
                startedAt: string | null;
                finishedAt: string | null;
                createdBy: string | null;
              }[];
              meta: {
                page: number | null;
                limit: number;
                total: number;
                totalExact: boolean;
                totalPages: number;
                hasMore: boolean;
                nextCursor: string | null;
              };
            };
          };
        };
      };
    };
  };
  "/api/data/jobs/{id}": {
    /** Gets a background job */
    get: {
      parameters: {
        path: {
          id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              _id: string;
              name: string;
              state: "queued" | "scheduled" | "running" | "retrying" | "completed" | "failed" | "cancelled";
              progress: number;
              done: number | null;
              total: number | null;
              attempts: number;
              lastError: string | null;
              runAt: string;
              createdAt: string;
              startedAt: string | null;
              finishedAt: string | null;
              createdBy: string | null;
            };
          };
        };
      };
    };
  };
  "/api/data/jobs/{id}/cancel": {
    /** Cancels a background job that has not ended */
    post: {
      parameters: {
        query?: {
          dryRun?: boolean;
        };
        path: {
          id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              _id: string;
              name: string;
              state: "queued" | "scheduled" | "running" | "retrying" | "completed" | "failed" | "cancelled";
              progress: number;
              done: number | null;
              total: number | null;
              attempts: number;
              lastError: string | null;
              runAt: string;
              createdAt: string;
              startedAt: string | null;
              finishedAt: string | null;
              createdBy: string | null;
            };
          };
        };
      };
    };
  };
  "/api/data/jobs/{id}/retry": {
    /** Enqueues a background job again that failed or was cancelled */
    post: {
      parameters: {
        query?: {
          dryRun?: boolean;
        };
        path: {
          id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              _id: string;
              name: string;
              state: "queued" | "scheduled" | "running" | "retrying" | "completed" | "failed" | "cancelled";
              progress: number;
              done: number | null;
              total: number | null;
              attempts: number;
              lastError: string | null;
              runAt: string;
              createdAt: string;
              startedAt: string | null;
              finishedAt: string | null;
              createdBy: string | null;
            };
          };
        };
      };
    };
  };
  "/api/data/models": {
    /** Lists the models with their fields */
    get: {
      parameters: {
        query?: {
          filter?: {
            moduleKey?: string;
            slug?: string;
            modelKey?: string;
          };
          deleted?: "true" | "false";
          page?: number;
          limit?: number;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              data: ({
                moduleKey: string;
                slug: string;
                modelKey: string;
                label: string;
                labelPlural: string;
                path: string;
                titleField: string;
                parent: {
                  moduleKey: string;
                  slug: string;
                  field?: string;
                } | null;
                scopes: {
                  read: string;
                  write: string;
                };
                requiresOneOf?: string[];
                custom: boolean;
                readOnly?: true;
                uniqueTogether?: string[][];
                fields: {
                  key: string;
                  type: "text" | "longText" | "email" | "phone" | "url" | "number" | "integer" | "boolean" | "date" | "datetime" | "choice" | "reference" | "references" | "list" | "json" | "secret";
                  label: string;
                  help?: string;
                  group?: string;
                  order?: number;
                  required: boolean;
                  unique: boolean;
                  readOnly: boolean;
                  createOnly?: true;
                  computed?: true;
                  default: unknown;
                  defaultFrom?: "caller" | "now";
                  options?: {
                    value: string;
                    label: string;
                  }[];
                  strict?: true;
                  reference?: {
                    moduleKey: string;
                    slug: string;
                  };
                  min?: number | string;
                  max?: number | string;
                  minLength?: number;
                  maxLength?: number;
                  maxBytes?: number;
                  pattern?: string;
                  maxItems?: number;
                  uniqueItems?: true;
                  items?: {
                    type: string;
                    min?: number | string;
                    max?: number | string;
                    minLength?: number;
                    maxLength?: number;
                    maxBytes?: number;
                    pattern?: string;
                  };
                  shape?: "object" | "array";
                  maxDepth?: number;
                  multiline?: true;
                  furtherRules?: true;
                  example?: unknown;
                  filterable: boolean;
                  sortable: boolean;
                  searchable: boolean;
                  custom?: true;
                }[];
              } | {
                kind: "model" | "field";
                moduleKey: string;
                slug: string;
                modelKey?: string;
                key?: string;
                type?: string;
                label: string;
                deletedAt: string;
                deletedBy: {
                  _id: string;
                  email: string | null;
                } | null;
                restorableUntil: string;
                restorePath: string;
              })[];
              meta: {
                page: number | null;
                limit: number;
                total: number;
                totalExact: boolean;
                totalPages: number;
                hasMore: boolean;
                nextCursor: string | null;
              };
            };
          };
        };
      };
    };
    /** Creates a model of the tenant’s own */
    post: {
      parameters: {
        query?: {
          dryRun?: boolean;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            moduleKey: string;
            slug: string;
            modelKey?: string;
            label?: string;
            labelPlural?: string;
            titleField?: string;
            fields?: {
              key: string;
              type: "text" | "longText" | "email" | "phone" | "url" | "number" | "integer" | "boolean" | "date" | "datetime" | "choice" | "reference" | "references" | "list" | "json" | "secret";
              label?: string;
              required?: boolean;
              unique?: boolean;
              default?: unknown;
              options?: (string | {
                value: string;
                label: string;
              })[];
              strict?: boolean;
              reference?: {
                moduleKey: string;
                slug: string;
              };
              maxLength?: number;
              min?: number;
              max?: number;
              searchable?: boolean;
              group?: string;
              order?: number;
            }[];
          };
        };
      };
      responses: {
        201: {
          content: {
            "application/json": {
              moduleKey: string;
              slug: string;
              modelKey: string;
              label: string;
              labelPlural: string;
              path: string;
              titleField: string;
              parent: {
                moduleKey: string;
                slug: string;
                field?: string;
              } | null;
              scopes: {
                read: string;
                write: string;
              };
              requiresOneOf?: string[];
              custom: boolean;
              readOnly?: true;
              uniqueTogether?: string[][];
              fields: {
                key: string;
                type: "text" | "longText" | "email" | "phone" | "url" | "number" | "integer" | "boolean" | "date" | "datetime" | "choice" | "reference" | "references" | "list" | "json" | "secret";
                label: string;
                help?: string;
                group?: string;
                order?: number;
                required: boolean;
                unique: boolean;
                readOnly: boolean;
                createOnly?: true;
                computed?: true;
                default: unknown;
                defaultFrom?: "caller" | "now";
                options?: {
                  value: string;
                  label: string;
                }[];
                strict?: true;
                reference?: {
                  moduleKey: string;
                  slug: string;
                };
                min?: number | string;
                max?: number | string;
                minLength?: number;
                maxLength?: number;
                maxBytes?: number;
                pattern?: string;
                maxItems?: number;
                uniqueItems?: true;
                items?: {
                  type: string;
                  min?: number | string;
                  max?: number | string;
                  minLength?: number;
                  maxLength?: number;
                  maxBytes?: number;
                  pattern?: string;
                };
                shape?: "object" | "array";
                maxDepth?: number;
                multiline?: true;
                furtherRules?: true;
                example?: unknown;
                filterable: boolean;
                sortable: boolean;
                searchable: boolean;
                custom?: true;
              }[];
            };
          };
        };
      };
    };
  };
  "/api/data/models/{moduleKey}/{slug}": {
    /** Gets one model with its fields */
    get: {
      parameters: {
        path: {
          moduleKey: string;
          slug: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              moduleKey: string;
              slug: string;
              modelKey: string;
              label: string;
              labelPlural: string;
              path: string;
              titleField: string;
              parent: {
                moduleKey: string;
                slug: string;
                field?: string;
              } | null;
              scopes: {
                read: string;
                write: string;
              };
              requiresOneOf?: string[];
              custom: boolean;
              readOnly?: true;
              uniqueTogether?: string[][];
              fields: {
                key: string;
                type: "text" | "longText" | "email" | "phone" | "url" | "number" | "integer" | "boolean" | "date" | "datetime" | "choice" | "reference" | "references" | "list" | "json" | "secret";
                label: string;
                help?: string;
                group?: string;
                order?: number;
                required: boolean;
                unique: boolean;
                readOnly: boolean;
                createOnly?: true;
                computed?: true;
                default: unknown;
                defaultFrom?: "caller" | "now";
                options?: {
                  value: string;
                  label: string;
                }[];
                strict?: true;
                reference?: {
                  moduleKey: string;
                  slug: string;
                };
                min?: number | string;
                max?: number | string;
                minLength?: number;
                maxLength?: number;
                maxBytes?: number;
                pattern?: string;
                maxItems?: number;
                uniqueItems?: true;
                items?: {
                  type: string;
                  min?: number | string;
                  max?: number | string;
                  minLength?: number;
                  maxLength?: number;
                  maxBytes?: number;
                  pattern?: string;
                };
                shape?: "object" | "array";
                maxDepth?: number;
                multiline?: true;
                furtherRules?: true;
                example?: unknown;
                filterable: boolean;
                sortable: boolean;
                searchable: boolean;
                custom?: true;
              }[];
            };
          };
        };
      };
    };
    /** Deletes a model of the tenant’s own. It can be restored until EVENT_RETENTION has passed */
    delete: {
      parameters: {
        query?: {
          withRecords?: boolean;
          async?: boolean;
          dryRun?: boolean;
        };
        path: {
          moduleKey: string;
          slug: string;
        };
      };
      responses: {
        202: {
          content: {
            "application/json": components["schemas"]["Queued"];
          };
        };
      };
    };
    /** Renames a model of the tenant’s own */
    patch: {
      parameters: {
        query?: {
          dryRun?: boolean;
        };
        path: {
          moduleKey: string;
          slug: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            label?: string;
            labelPlural?: string;
            titleField?: string;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              moduleKey: string;
              slug: string;
              modelKey: string;
              label: string;
              labelPlural: string;
              path: string;
              titleField: string;
              parent: {
                moduleKey: string;
                slug: string;
                field?: string;
              } | null;
              scopes: {
                read: string;
                write: string;
              };
              requiresOneOf?: string[];
              custom: boolean;
              readOnly?: true;
              uniqueTogether?: string[][];
              fields: {
                key: string;
                type: "text" | "longText" | "email" | "phone" | "url" | "number" | "integer" | "boolean" | "date" | "datetime" | "choice" | "reference" | "references" | "list" | "json" | "secret";
                label: string;
                help?: string;
                group?: string;
                order?: number;
                required: boolean;
                unique: boolean;
                readOnly: boolean;
                createOnly?: true;
                computed?: true;
                default: unknown;
                defaultFrom?: "caller" | "now";
                options?: {
                  value: string;
                  label: string;
                }[];
                strict?: true;
                reference?: {
                  moduleKey: string;
                  slug: string;
                };
                min?: number | string;
                max?: number | string;
                minLength?: number;
                maxLength?: number;
                maxBytes?: number;
                pattern?: string;
                maxItems?: number;
                uniqueItems?: true;
                items?: {
                  type: string;
                  min?: number | string;
                  max?: number | string;
                  minLength?: number;
                  maxLength?: number;
                  maxBytes?: number;
                  pattern?: string;
                };
                shape?: "object" | "array";
                maxDepth?: number;
                multiline?: true;
                furtherRules?: true;
                example?: unknown;
                filterable: boolean;
                sortable: boolean;
                searchable: boolean;
                custom?: true;
              }[];
            };
          };
        };
      };
    };
  };
  "/api/data/models/{moduleKey}/{slug}/fields": {
    /** Adds a custom field to any model */
    post: {
      parameters: {
        query?: {
          dryRun?: boolean;
        };
        path: {
          moduleKey: string;
          slug: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            key: string;
            type: "text" | "longText" | "email" | "phone" | "url" | "number" | "integer" | "boolean" | "date" | "datetime" | "choice" | "reference" | "references" | "list" | "json" | "secret";
            label?: string;
            required?: boolean;
            unique?: boolean;
            default?: unknown;
            options?: (string | {
              value: string;
              label: string;
            })[];
            strict?: boolean;
            reference?: {
              moduleKey: string;
              slug: string;
            };
            maxLength?: number;
            min?: number;
            max?: number;
            searchable?: boolean;
            group?: string;
            order?: number;
          };
        };
      };
      responses: {
        201: {
          content: {
            "application/json": {
              key: string;
              type: "text" | "longText" | "email" | "phone" | "url" | "number" | "integer" | "boolean" | "date" | "datetime" | "choice" | "reference" | "references" | "list" | "json" | "secret";
              label: string;
              help?: string;
              group?: string;
              order?: number;
              required: boolean;
              unique: boolean;
              readOnly: boolean;
              createOnly?: true;
              computed?: true;
              default: unknown;
              defaultFrom?: "caller" | "now";
              options?: {
                value: string;
                label: string;
              }[];
              strict?: true;
              reference?: {
                moduleKey: string;
                slug: string;
              };
              min?: number | string;
              max?: number | string;
              minLength?: number;
              maxLength?: number;
              maxBytes?: number;
              pattern?: string;
              maxItems?: number;
              uniqueItems?: true;
              items?: {
                type: string;
                min?: number | string;
                max?: number | string;
                minLength?: number;
                maxLength?: number;
                maxBytes?: number;
                pattern?: string;
              };
              shape?: "object" | "array";
              maxDepth?: number;
              multiline?: true;
              furtherRules?: true;
              example?: unknown;
              filterable: boolean;
              sortable: boolean;
              searchable: boolean;
              custom?: true;
            };
          };
        };
      };
    };
  };
  "/api/data/models/{moduleKey}/{slug}/fields/{key}": {
    /** Deletes a custom field. It can be restored with its values until EVENT_RETENTION has passed */
    delete: {
      parameters: {
        query?: {
          dryRun?: boolean;
        };
        path: {
          moduleKey: string;
          slug: string;
          key: string;
        };
      };
      responses: {
        204: {
        };
      };
    };
    /** Changes a custom field */
    patch: {
      parameters: {
        query?: {
          dryRun?: boolean;
        };
        path: {
          moduleKey: string;
          slug: string;
          key: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            type?: "text" | "longText" | "email" | "phone" | "url" | "number" | "integer" | "boolean" | "date" | "datetime" | "choice" | "reference" | "references" | "list" | "json" | "secret";
            unique?: boolean;
            reference?: {
              moduleKey: string;
              slug: string;
            };
            label?: string;
            required?: boolean;
            default?: unknown;
            options?: (string | {
              value: string;
              label: string;
            })[];
            strict?: boolean;
            maxLength?: number;
            min?: number;
            max?: number;
            searchable?: boolean;
            group?: string | null;
            order?: number | null;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              key: string;
              type: "text" | "longText" | "email" | "phone" | "url" | "number" | "integer" | "boolean" | "date" | "datetime" | "choice" | "reference" | "references" | "list" | "json" | "secret";
              label: string;
              help?: string;
              group?: string;
              order?: number;
              required: boolean;
              unique: boolean;
              readOnly: boolean;
              createOnly?: true;
              computed?: true;
              default: unknown;
              defaultFrom?: "caller" | "now";
              options?: {
                value: string;
                label: string;
              }[];
              strict?: true;
              reference?: {
                moduleKey: string;
                slug: string;
              };
              min?: number | string;
              max?: number | string;
              minLength?: number;
              maxLength?: number;
              maxBytes?: number;
              pattern?: string;
              maxItems?: number;
              uniqueItems?: true;
              items?: {
                type: string;
                min?: number | string;
                max?: number | string;
                minLength?: number;
                maxLength?: number;
                maxBytes?: number;
                pattern?: string;
              };
              shape?: "object" | "array";
              maxDepth?: number;
              multiline?: true;
              furtherRules?: true;
              example?: unknown;
              filterable: boolean;
              sortable: boolean;
              searchable: boolean;
              custom?: true;
            };
          };
        };
      };
    };
  };
  "/api/data/models/{moduleKey}/{slug}/fields/{key}/restore": {
    /** Restores a deleted custom field with the values that the records had */
    post: {
      parameters: {
        query?: {
          dryRun?: boolean;
        };
        path: {
          moduleKey: string;
          slug: string;
          key: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              key: string;
              type: "text" | "longText" | "email" | "phone" | "url" | "number" | "integer" | "boolean" | "date" | "datetime" | "choice" | "reference" | "references" | "list" | "json" | "secret";
              label: string;
              help?: string;
              group?: string;
              order?: number;
              required: boolean;
              unique: boolean;
              readOnly: boolean;
              createOnly?: true;
              computed?: true;
              default: unknown;
              defaultFrom?: "caller" | "now";
              options?: {
                value: string;
                label: string;
              }[];
              strict?: true;
              reference?: {
                moduleKey: string;
                slug: string;
              };
              min?: number | string;
              max?: number | string;
              minLength?: number;
              maxLength?: number;
              maxBytes?: number;
              pattern?: string;
              maxItems?: number;
              uniqueItems?: true;
              items?: {
                type: string;
                min?: number | string;
                max?: number | string;
                minLength?: number;
                maxLength?: number;
                maxBytes?: number;
                pattern?: string;
              };
              shape?: "object" | "array";
              maxDepth?: number;
              multiline?: true;
              furtherRules?: true;
              example?: unknown;
              filterable: boolean;
              sortable: boolean;
              searchable: boolean;
              custom?: true;
            };
          };
        };
      };
    };
  };
  "/api/data/models/{moduleKey}/{slug}/restore": {
    /** Restores a deleted model with its fields and with the records that were deleted together with it */
    post: {
      parameters: {
        query?: {
          async?: boolean;
          dryRun?: boolean;
        };
        path: {
          moduleKey: string;
          slug: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              moduleKey: string;
              slug: string;
              modelKey: string;
              label: string;
              labelPlural: string;
              path: string;
              titleField: string;
              parent: {
                moduleKey: string;
                slug: string;
                field?: string;
              } | null;
              scopes: {
                read: string;
                write: string;
              };
              requiresOneOf?: string[];
              custom: boolean;
              readOnly?: true;
              uniqueTogether?: string[][];
              fields: {
                key: string;
                type: "text" | "longText" | "email" | "phone" | "url" | "number" | "integer" | "boolean" | "date" | "datetime" | "choice" | "reference" | "references" | "list" | "json" | "secret";
                label: string;
                help?: string;
                group?: string;
                order?: number;
                required: boolean;
                unique: boolean;
                readOnly: boolean;
                createOnly?: true;
                computed?: true;
                default: unknown;
                defaultFrom?: "caller" | "now";
                options?: {
                  value: string;
                  label: string;
                }[];
                strict?: true;
                reference?: {
                  moduleKey: string;
                  slug: string;
                };
                min?: number | string;
                max?: number | string;
                minLength?: number;
                maxLength?: number;
                maxBytes?: number;
                pattern?: string;
                maxItems?: number;
                uniqueItems?: true;
                items?: {
                  type: string;
                  min?: number | string;
                  max?: number | string;
                  minLength?: number;
                  maxLength?: number;
                  maxBytes?: number;
                  pattern?: string;
                };
                shape?: "object" | "array";
                maxDepth?: number;
                multiline?: true;
                furtherRules?: true;
                example?: unknown;
                filterable: boolean;
                sortable: boolean;
                searchable: boolean;
                custom?: true;
              }[];
            };
          };
        };
      };
    };
  };
  "/api/data/spine": {
    /** Shows how long webhooks and feeds have waited for a transaction that is still open, and for which one */
    get: {
      responses: {
        200: {
          content: {
            "application/json": {
              heldBackMs: number;
              oldestTransaction: {
                pid: number | null;
                preparedAs: string | null;
                database: string | null;
                application: string | null;
                state: string | null;
                transactionStart: string | null;
                queryStart: string | null;
              } | null;
            };
          };
        };
      };
    };
  };
  "/api/data/trash": {
    /** Lists deleted records that can be restored, the last deleted first */
    get: {
      parameters: {
        query?: {
          filter?: {
            modelKey?: string;
          };
          page?: number;
          limit?: number;
          cursor?: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              data: {
                modelKey: string;
                moduleKey: string;
                slug: string;
                recordId: string;
                title: string | null;
                path: string;
                deletedAt: string;
                deletedBy: {
                  _id: string;
                  email: string | null;
                } | null;
                record: {
                  [key: string]: unknown;
                };
              }[];
              meta: {
                page: number | null;
                limit: number;
                hasMore: boolean;
                nextCursor: string | null;
              };
            };
          };
        };
      };
    };
  };
  "/api/forms/forms/{id}/prefill-link": {
    /** Makes a personal link to a form: its page shows the values of a record, and submitting it updates the record */
    post: {
      parameters: {
        query?: {
          dryRun?: boolean;
        };
        path: {
          id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            recordId: string;
            expiresAt?: string;
          };
        };
      };
      responses: {
        201: {
          content: {
            "application/json": {
              url: string;
              expiresAt: string;
            };
          };
        };
      };
    };
  };
  "/api/forms/forms/{id}/submit": {
    /** Submits a published form. Needs no session; HTML forms may send the fields flat, with files */
    post: {
      parameters: {
        query?: {
          dryRun?: boolean;
        };
        path: {
          id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            data?: {
              [key: string]: unknown;
            };
            consent?: boolean | string;
            submissionToken?: string;
            startToken?: string;
            prefillToken?: string;
            pageToken?: string;
            captchaToken?: string;
            pageUrl?: string;
            referrer?: string;
            utmSource?: string;
            utmMedium?: string;
            utmCampaign?: string;
            utmTerm?: string;
            utmContent?: string;
            language?: string;
          } & {
            [key: string]: unknown;
          };
          "application/x-www-form-urlencoded": {
            data?: {
              [key: string]: unknown;
            };
            consent?: boolean | string;
            submissionToken?: string;
            startToken?: string;
            prefillToken?: string;
            pageToken?: string;
            captchaToken?: string;
            pageUrl?: string;
            referrer?: string;
            utmSource?: string;
            utmMedium?: string;
            utmCampaign?: string;
            utmTerm?: string;
            utmContent?: string;
            language?: string;
          } & {
            [key: string]: unknown;
          };
          "multipart/form-data": {
            data?: {
              [key: string]: unknown;
            };
            consent?: boolean | string;
            submissionToken?: string;
            startToken?: string;
            prefillToken?: string;
            pageToken?: string;
            captchaToken?: string;
            pageUrl?: string;
            referrer?: string;
            utmSource?: string;
            utmMedium?: string;
            utmCampaign?: string;
            utmTerm?: string;
            utmContent?: string;
            language?: string;
          } & {
            [key: string]: unknown;
          };
        };
      };
      responses: {
        201: {
          content: {
            "application/json": {
              message: string;
              redirectUrl: string | null;
            };
          };
        };
      };
    };
  };
  "/api/identity/account": {
    /** Shows the account of the caller: its plan, its settings and how much is in it */
    get: {
      responses: {
        200: {
          content: {
            "application/json": {
              accountKey: string;
              plan: string;
              status: string;
              createdAt: string;
              settings: {
                registrationOpen: boolean;
                registrationRole: string;
              };
              counts: {
                users: number;
                records: number;
              };
            };
          };
        };
      };
    };
    /** Changes settings of the account; what is left out stays as it is */
    patch: {
      parameters: {
        query?: {
          dryRun?: boolean;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            settings: {
              registrationOpen?: boolean;
              registrationRole?: string;
            };
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              accountKey: string;
              plan: string;
              status: string;
              createdAt: string;
              settings: {
                registrationOpen: boolean;
                registrationRole: string;
              };
              counts: {
                users: number;
                records: number;
              };
            };
          };
        };
      };
    };
  };
  "/api/identity/account-provisioning/provision": {
    /** Creates a tenant with its default roles, its statuses and its first admin */
    post: {
      parameters: {
        query?: {
          dryRun?: boolean;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            accountKey: string;
            adminEmail: string;
            adminPassword: string;
            plan?: string;
          };
        };
      };
      responses: {
        201: {
          content: {
            "application/json": {
              accountKey: string;
              plan: string;
              status: string;
              createdAt: string;
              admin: {
                id: string;
                email: string;
              };
            };
          };
        };
      };
    };
  };
  "/api/identity/auth/accept-invitation": {
    /** Becomes a user with the token of an invitation, and signs in */
    post: {
      parameters: {
        query?: {
          dryRun?: boolean;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            token: string;
            password: string;
            firstName?: string;
            lastName?: string;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              token: string;
              user: {
                id: string;
                email: string;
                roles: string[];
              };
            };
          };
        };
      };
    };
  };
  "/api/identity/auth/change-password": {
    /** Changes the caller’s password; the other sessions of the user end */
    post: {
      parameters: {
        query?: {
          dryRun?: boolean;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            currentPassword: string;
            password: string;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              message: string;
            };
          };
        };
      };
    };
  };
  "/api/identity/auth/forgot-password": {
    /** Sends a link to choose a new password, if the address belongs to a user */
    post: {
      parameters: {
        query?: {
          dryRun?: boolean;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            email: string;
            accountKey?: string;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              message: string;
            };
          };
        };
      };
    };
  };
  "/api/identity/auth/login": {
    /** Signs in with email and password */
    post: {
      parameters: {
        query?: {
          dryRun?: boolean;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            email: string;
            password: string;
            accountKey?: string;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              token: string;
              user: {
                id: string;
                email: string;
                roles: string[];
              };
            };
          };
        };
      };
    };
  };
  "/api/identity/auth/logout": {
    /** Ends the session of this request */
    post: {
      parameters: {
        query?: {
          dryRun?: boolean;
        };
      };
      responses: {
        204: {
        };
      };
    };
  };
  "/api/identity/auth/options": {
    /** Says how people can sign in: with which providers, and whether they may register */
    get: {
      parameters: {
        query?: {
          accountKey?: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              providers: {
                name: string;
                label: string;
              }[];
              registrationOpen: boolean;
            };
          };
        };
      };
    };
  };
  "/api/identity/auth/register": {
    /** Registers a new user, where the account allows it */
    post: {
      parameters: {
        query?: {
          dryRun?: boolean;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            email: string;
            password: string;
            firstName?: string;
            lastName?: string;
            accountKey?: string;
          };
        };
      };
      responses: {
        202: {
          content: {
            "application/json": {
              message: string;
            };
          };
        };
      };
    };
  };
  "/api/identity/auth/resend-verification": {
    /** Sends the link to verify an address again, if it belongs to a user who has not done so */
    post: {
      parameters: {
        query?: {
          dryRun?: boolean;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            email: string;
            accountKey?: string;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              message: string;
            };
          };
        };
      };
    };
  };
  "/api/identity/auth/reset-password": {
    /** Chooses a new password with the token of a reset link; every session of the user ends */
    post: {
      parameters: {
        query?: {
          dryRun?: boolean;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            token: string;
            password: string;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              message: string;
            };
          };
        };
      };
    };
  };
  "/api/identity/auth/verify-email": {
    /** Verifies an address with the token of the link that was sent to it */
    post: {
      parameters: {
        query?: {
          dryRun?: boolean;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            token: string;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              message: string;
            };
          };
        };
      };
    };
  };
  "/api/identity/auth/{provider}": {
    /** Sends the browser to a provider to sign in there, or to link an identity to the signed-in user */
    get: {
      parameters: {
        query?: {
          accountKey?: string;
          returnTo?: string;
          link?: "true" | "false";
        };
        path: {
          provider: string;
        };
      };
      responses: {
        302: {
        };
      };
    };
  };
  "/api/identity/auth/{provider}/callback": {
    /** Signs in the user whom the provider sent back: the token as JSON for clients that accept it, else a cookie and a redirect */
    get: {
      parameters: {
        query?: {
          code?: string;
          state?: string;
          error?: string;
          iss?: string;
          user?: string;
        };
        path: {
          provider: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              token: string;
              user: {
                id: string;
                email: string;
                roles: string[];
              };
            } | null;
          };
        };
      };
    };
    /** Takes the form by which some providers send the browser back */
    post: {
      parameters: {
        query?: {
          dryRun?: boolean;
        };
        path: {
          provider: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            code?: string;
            state?: string;
            error?: string;
            iss?: string;
            user?: string;
          };
          "application/x-www-form-urlencoded": {
            code?: string;
            state?: string;
            error?: string;
            iss?: string;
            user?: string;
          };
        };
      };
      responses: {
        303: {
        };
      };
    };
  };
  "/api/identity/identities": {
    /** The identities at other providers that you can sign in with */
    get: {
      responses: {
        200: {
          content: {
            "application/json": {
              data: {
                _id: string;
                provider: string;
                issuer: string;
                email: string | null;
                createdAt: string;
              }[];
            };
          };
        };
      };
    };
  };
  "/api/identity/identities/{id}": {
    /** Unlinks an identity from you; not the last one of a user without a password */
    delete: {
      parameters: {
        query?: {
          dryRun?: boolean;
        };
        path: {
          id: string;
        };
      };
      responses: {
        204: {
        };
      };
    };
  };
  "/api/identity/invitations": {
    /** Lists the invitations that are open */
    get: {
      responses: {
        200: {
          content: {
            "application/json": {
              data: {
                _id: string;
                email: string;
                roles: string[];
                invitedBy: string | null;
                createdAt: string;
                expiresAt: string;
              }[];
            };
          };
        };
      };
    };
    /** Invites somebody by mail; an earlier invitation of the address is void, or, when its mail was sent within ten minutes or is the fifth of a day, renewed without another mail */
    post: {
      parameters: {
        query?: {
          dryRun?: boolean;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            email: string;
            roles?: string[];
          };
        };
      };
      responses: {
        201: {
          content: {
            "application/json": {
              _id: string;
              email: string;
              roles: string[];
              invitedBy: string | null;
              createdAt: string;
              expiresAt: string;
            };
          };
        };
      };
    };
  };
  "/api/identity/invitations/{id}": {
    /** Revokes an invitation */
    delete: {
      parameters: {
        query?: {
          dryRun?: boolean;
        };
        path: {
          id: string;
        };
      };
      responses: {
        204: {
        };
      };
    };
  };
  "/api/identity/me": {
    /** Shows who the caller is, what they may do, and how they signed in */
    get: {
      responses: {
        200: {
          content: {
            "application/json": {
              user: {
                [key: string]: unknown;
              };
              roles: string[];
              scopes: string[];
              tenant: {
                accountKey: string;
                plan: string;
                status: string;
              };
              session: {
                id: string;
                kind: "session" | "apiKey";
              };
            };
          };
        };
      };
    };
    /** Changes the caller’s own profile; a new address needs the password */
    patch: {
      parameters: {
        query?: {
          dryRun?: boolean;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            firstName?: string | null;
            lastName?: string | null;
            title?: string | null;
            phone?: string | null;
            mobilePhone?: string | null;
            language?: string | null;
            timeZone?: string | null;
            currency?: string | null;
            dateFormat?: string | null;
            avatarUrl?: string | null;
            signature?: string | null;
            about?: string | null;
            notificationSettings?: {
              [key: string]: unknown;
            } | null;
            preferences?: {
              [key: string]: unknown;
            } | null;
            email?: string | null;
            currentPassword?: string;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              user: {
                [key: string]: unknown;
              };
              roles: string[];
              scopes: string[];
              tenant: {
                accountKey: string;
                plan: string;
                status: string;
              };
              session: {
                id: string;
                kind: "session" | "apiKey";
              };
            };
          };
        };
      };
    };
  };
  "/api/identity/security-events": {
    /** Lists what happened to accounts: sign-ins, failures, grants and keys, the newest first */
    get: {
      parameters: {
        query?: {
          filter?: {
            type?: string;
            userId?: string;
            email?: string;
            ip?: string;
            since?: string;
            until?: string;
          };
          page?: number;
          limit?: number;
          cursor?: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              data: {
                _id: string;
                type: string;
                timestamp: string;
                userId: string | null;
                email: string | null;
                ip: string | null;
                agent: string | null;
                actorId: string | null;
                requestId: string | null;
                details: {
                  [key: string]: unknown;
                };
              }[];
              meta: {
                page: number | null;
                limit: number;
                hasMore: boolean;
                nextCursor: string | null;
              };
            };
          };
        };
      };
    };
  };
  "/api/identity/sessions": {
    /** Lists the sessions that are open: the caller’s own, or with identity:admin those of a user */
    get: {
      parameters: {
        query?: {
          userId?: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              data: {
                _id: string;
                userId: string;
                method: string;
                ip: string | null;
                agent: string | null;
                createdAt: string;
                lastUsedAt: string;
                expiresAt: string;
                current: boolean;
              }[];
            };
          };
        };
      };
    };
  };
  "/api/identity/sessions/{id}": {
    /** Ends a session: the caller’s own, or with identity:admin anybody’s */
    delete: {
      parameters: {
        query?: {
          dryRun?: boolean;
        };
        path: {
          id: string;
        };
      };
      responses: {
        204: {
        };
      };
    };
  };
  "/api/identity/users/search": {
    /** Finds active users by the beginnings of their names or addresses, to choose from */
    get: {
      parameters: {
        query?: {
          q?: string;
          limit?: number;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              data: {
                _id: string;
                email?: string | null;
                name?: string | null;
                firstName?: string | null;
                lastName?: string | null;
                avatarUrl?: string | null;
                title?: string | null;
              }[];
            };
          };
        };
      };
    };
  };
  "/api/identity/users/{id}/send-reset": {
    /** Sends a user a link to choose a new password, and ends a lock */
    post: {
      parameters: {
        query?: {
          dryRun?: boolean;
        };
        path: {
          id: string;
        };
      };
      responses: {
        202: {
          content: {
            "application/json": {
              message: string;
            };
          };
        };
      };
    };
  };
  "/api/identity/users/{id}/unlock": {
    /** Ends the lock that failed sign-ins have put on a user, and clears those failures */
    post: {
      parameters: {
        query?: {
          dryRun?: boolean;
        };
        path: {
          id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              unlocked: boolean;
            };
          };
        };
      };
    };
  };
  "/api/integrations/event-types": {
    /** Lists every type of event with the JSON Schema of its delivery */
    get: {
      parameters: {
        query?: {
          filter?: {
            type?: string;
            modelKey?: string;
          };
          page?: number;
          limit?: number;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              data: {
                type: string;
                description: string;
                modelKey: string | null;
                schema: {
                  [key: string]: unknown;
                };
              }[];
              meta: {
                page: number | null;
                limit: number;
                total: number;
                totalExact: boolean;
                totalPages: number;
                hasMore: boolean;
                nextCursor: string | null;
              };
            };
          };
        };
      };
    };
  };
  "/api/integrations/webhooks/{id}/deliveries": {
    /** Lists what was sent to a webhook, newest first */
    get: {
      parameters: {
        query?: {
          filter?: {
            status?: string;
            type?: string;
            eventId?: string;
          };
          page?: number;
          limit?: number;
          cursor?: string;
        };
        path: {
          id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              data: {
                _id: string;
                webhookId: string;
                type: string;
                status: "pending" | "delivering" | "retrying" | "delivered" | "failed";
                event: {
                  id: string;
                  type: string;
                  timestamp: string;
                };
                attemptCount: number;
                attempts: {
                  at: string;
                  durationMs: number;
                  responseStatus: number | null;
                  responseHeaders: {
                    [key: string]: string;
                  } | null;
                  responseBody: string | null;
                  error: string | null;
                }[];
                nextAttemptAt: string | null;
                createdAt: string;
                finishedAt: string | null;
                detailsHidden?: true;
              }[];
              meta: {
                page: number | null;
                limit: number;
                total: number;
                totalExact: boolean;
                totalPages: number;
                hasMore: boolean;
                nextCursor: string | null;
              };
            };
          };
        };
      };
    };
  };
  "/api/integrations/webhooks/{id}/deliveries/{deliveryId}": {
    /** Gets one delivery with the body that it sends */
    get: {
      parameters: {
        path: {
          id: string;
          deliveryId: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              _id: string;
              webhookId: string;
              type: string;
              status: "pending" | "delivering" | "retrying" | "delivered" | "failed";
              event: {
                id: string;
                type: string;
                timestamp: string;
              };
              attemptCount: number;
              attempts: {
                at: string;
                durationMs: number;
                responseStatus: number | null;
                responseHeaders: {
                  [key: string]: string;
                } | null;
                responseBody: string | null;
                error: string | null;
              }[];
              nextAttemptAt: string | null;
              createdAt: string;
              finishedAt: string | null;
              detailsHidden?: true;
              body: string | null;
              bodyTooLarge?: true;
            };
          };
        };
      };
    };
  };
  "/api/integrations/webhooks/{id}/recover": {
    /** Sends again all that failed since a time */
    post: {
      parameters: {
        query?: {
          dryRun?: boolean;
        };
        path: {
          id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            since: string;
          };
        };
      };
      responses: {
        202: {
          content: {
            "application/json": {
              recovered: number;
            };
          };
        };
      };
    };
  };
  "/api/integrations/webhooks/{id}/retry/{deliveryId}": {
    /** Makes a new attempt at a failed delivery at once */
    post: {
      parameters: {
        query?: {
          dryRun?: boolean;
        };
        path: {
          id: string;
          deliveryId: string;
        };
      };
      responses: {
        202: {
          content: {
            "application/json": {
              _id: string;
              webhookId: string;
              type: string;
              status: "pending" | "delivering" | "retrying" | "delivered" | "failed";
              event: {
                id: string;
                type: string;
                timestamp: string;
              };
              attemptCount: number;
              attempts: {
                at: string;
                durationMs: number;
                responseStatus: number | null;
                responseHeaders: {
                  [key: string]: string;
                } | null;
                responseBody: string | null;
                error: string | null;
              }[];
              nextAttemptAt: string | null;
              createdAt: string;
              finishedAt: string | null;
              detailsHidden?: true;
            };
          };
        };
      };
    };
  };
  "/api/integrations/webhooks/{id}/rotate-secret": {
    /** Creates a new signing secret; the previous one signs as well for 24 hours */
    post: {
      parameters: {
        query?: {
          dryRun?: boolean;
        };
        path: {
          id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              _id: string;
              secret: string;
              previousSecretUntil: string;
            };
          };
        };
      };
    };
  };
  "/api/integrations/webhooks/{id}/stats": {
    /** Counts the deliveries of a webhook and says how fast its receiver answers */
    get: {
      parameters: {
        path: {
          id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              webhookId: string;
              active: boolean;
              failingSince: string | null;
              deliveries: {
                total: number;
                pending: number;
                delivering: number;
                retrying: number;
                delivered: number;
                failed: number;
              };
              attempts: number;
              latencyMs: {
                p50: number | null;
                p95: number | null;
                p99: number | null;
                average: number | null;
              };
              lastDeliveredAt: string | null;
              lastFailedAt: string | null;
              oldestWaitingAt: string | null;
            };
          };
        };
      };
    };
  };
  "/api/integrations/webhooks/{id}/test": {
    /** Sends a signed test event to a webhook */
    post: {
      parameters: {
        query?: {
          dryRun?: boolean;
        };
        path: {
          id: string;
        };
      };
      responses: {
        202: {
          content: {
            "application/json": {
              _id: string;
              webhookId: string;
              type: string;
              status: "pending" | "delivering" | "retrying" | "delivered" | "failed";
              event: {
                id: string;
                type: string;
                timestamp: string;
              };
              attemptCount: number;
              attempts: {
                at: string;
                durationMs: number;
                responseStatus: number | null;
                responseHeaders: {
                  [key: string]: string;
                } | null;
                responseBody: string | null;
                error: string | null;
              }[];
              nextAttemptAt: string | null;
              createdAt: string;
              finishedAt: string | null;
              detailsHidden?: true;
            };
          };
        };
      };
    };
  };
  "/api/marketing/campaigns/{id}/complete": {
    /** Completes a campaign: channels that have not started are cancelled, and so are mails, text messages and posts that are not sent yet */
    post: {
      parameters: {
        query?: {
          dryRun?: boolean;
        };
        path: {
          id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              _id: string;
              status: string;
              launchedAt: string | null;
              completedAt: string | null;
            };
          };
        };
      };
    };
  };
  "/api/marketing/campaigns/{id}/launch": {
    /** Launches a campaign: starts the channels that the platform can start, each at its time, and plans the others as tasks */
    post: {
      parameters: {
        query?: {
          dryRun?: boolean;
        };
        path: {
          id: string;
        };
      };
      responses: {
        202: {
          content: {
            "application/json": {
              _id: string;
              status: string;
              launchedAt: string | null;
              completedAt: string | null;
            };
          };
        };
      };
    };
  };
  "/api/marketing/campaigns/{id}/pause": {
    /** Pauses a campaign: channels that have not started wait, and so do mails, text messages and posts that are not sent yet */
    post: {
      parameters: {
        query?: {
          dryRun?: boolean;
        };
        path: {
          id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              _id: string;
              status: string;
              launchedAt: string | null;
              completedAt: string | null;
            };
          };
        };
      };
    };
  };
  "/api/marketing/campaigns/{id}/refresh-members": {
    /** Writes the members of a campaign from its mails, text messages, submissions and audience, as a job */
    post: {
      parameters: {
        query?: {
          dryRun?: boolean;
        };
        path: {
          id: string;
        };
      };
      responses: {
        202: {
          content: {
            "application/json": {
              jobId: string;
              status: "queued";
            };
          };
        };
      };
    };
  };
  "/api/marketing/campaigns/{id}/results": {
    /** What a campaign cost and brought: its channels, mails, visits, submissions, members, and first and last touch attribution */
    get: {
      parameters: {
        path: {
          id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              campaignId: string;
              status: string;
              budget: {
                planned: number;
                channels: number;
                cost: number;
                remaining: number;
              };
              mail: {
                sent: number;
                delivered: number;
                opened: number;
                clicked: number;
                replied: number;
                bounced: number;
              };
              totals: {
                impressions: number;
                clicks: number;
                conversions: number;
                conversionValue: number;
                visits: number;
                submissions: number;
                members: number;
                responded: number;
                converted: number;
              };
              channels: {
                _id: string;
                model: string;
                name: string | null;
                status: string | null;
                run: ("waiting" | "started" | "task" | "failed" | "cancelled") | null;
                dueAt: string | null;
                error: string | null;
                budget: number;
                cost: number;
                impressions: number;
                clicks: number;
                conversions: number;
                conversionValue: number;
              }[];
              attribution: {
                firstTouch: {
                  contacts: number;
                  deals: number;
                  revenue: {
                    currency: string | null;
                    value: number;
                  }[];
                };
                lastTouch: {
                  contacts: number;
                  deals: number;
                  revenue: {
                    currency: string | null;
                    value: number;
                  }[];
                };
              } | null;
            };
          };
        };
      };
    };
  };
  "/api/marketing/campaigns/{id}/resume": {
    /** Resumes a paused campaign */
    post: {
      parameters: {
        query?: {
          dryRun?: boolean;
        };
        path: {
          id: string;
        };
      };
      responses: {
        202: {
          content: {
            "application/json": {
              _id: string;
              status: string;
              launchedAt: string | null;
              completedAt: string | null;
            };
          };
        };
      };
    };
  };
  "/api/marketing/send-marketing-email": {
    /** Sends a mail of a campaign to one person */
    post: {
      parameters: {
        query?: {
          dryRun?: boolean;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            to: string | string[];
            subject?: string;
            html?: string;
            text?: string;
            templateId?: string;
            variables?: {
              [key: string]: unknown;
            };
            from?: string;
            replyTo?: string;
            trackOpens?: boolean;
            trackClicks?: boolean;
            cc?: string | string[];
            bcc?: string | string[];
            attachments?: string[];
            headers?: {
              [key: string]: string;
            };
            metadata?: {
              [key: string]: unknown;
            };
            contactId?: string;
            conversationId?: string;
            campaignId?: string;
          };
        };
      };
      responses: {
        202: {
          content: {
            "application/json": {
              _id: string;
              status: string;
              to: string[];
            } & {
              [key: string]: unknown;
            };
          };
        };
      };
    };
  };
  "/api/marketing/sms-inbox/{id}/reply": {
    /** Answers the number that wrote the last text message of a conversation */
    post: {
      parameters: {
        query?: {
          dryRun?: boolean;
        };
        path: {
          id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            text: string;
          };
        };
      };
      responses: {
        201: {
          content: {
            "application/json": {
              _id: string;
              status: string;
            } & {
              [key: string]: unknown;
            };
          };
        };
      };
    };
  };
  "/api/marketing/sms-replies/{accountKey}": {
    /** Takes replies to text messages: a form signed by Twilio, or JSON {"id", "from", "text"} signed with the secret of the setting marketing.sms. STOP ends messages to the number, START allows them again */
    post: {
      parameters: {
        query?: {
          dryRun?: boolean;
        };
        path: {
          accountKey: string;
        };
      };
      requestBody: {
        content: {
          "application/json": unknown;
        };
      };
      responses: {
        204: {
        };
      };
    };
  };
  "/api/marketing/sms-status/{accountKey}": {
    /** Takes reports of Twilio about text messages, signed by Twilio */
    post: {
      parameters: {
        query?: {
          dryRun?: boolean;
        };
        path: {
          accountKey: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            MessageSid?: string;
            MessageStatus?: string;
            ErrorCode?: string;
          } & {
            [key: string]: unknown;
          };
          "application/x-www-form-urlencoded": {
            MessageSid?: string;
            MessageStatus?: string;
            ErrorCode?: string;
          } & {
            [key: string]: unknown;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              applied: boolean;
            };
          };
        };
      };
    };
  };
  "/api/marketing/social-analytics": {
    /** What social posts and accounts did in a period: by platform, account, post and day, compared with the period before */
    get: {
      parameters: {
        query?: {
          from?: string;
          to?: string;
          compare?: "previous" | "none";
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              from: string;
              to: string;
              totals: {
                impressionCount: number;
                reachCount: number;
                clickCount: number;
                likeCount: number;
                commentCount: number;
                shareCount: number;
                saveCount: number;
                videoViewCount: number;
                engagementCount: number;
                publishedCount: number;
                followerCount: number;
                followerChange: number;
              };
              previous: {
                from: string;
                to: string;
                totals: {
                  impressionCount: number;
                  reachCount: number;
                  clickCount: number;
                  likeCount: number;
                  commentCount: number;
                  shareCount: number;
                  saveCount: number;
                  videoViewCount: number;
                  engagementCount: number;
                  publishedCount: number;
                  followerCount: number;
                  followerChange: number;
                };
              } | null;
              platforms: {
                platform: string;
                impressionCount: number;
                reachCount: number;
                clickCount: number;
                likeCount: number;
                commentCount: number;
                shareCount: number;
                saveCount: number;
                videoViewCount: number;
                engagementCount: number;
                publishedCount: number;
                followerCount: number;
                followerChange: number;
              }[];
              connections: {
                connectionId: string;
                name: string;
                platform: string;
                impressionCount: number;
                reachCount: number;
                clickCount: number;
                likeCount: number;
                commentCount: number;
                shareCount: number;
                saveCount: number;
                videoViewCount: number;
                engagementCount: number;
                publishedCount: number;
                followerCount: number;
                followerChange: number;
              }[];
              posts: {
                postId: string;
                platform: string;
                connectionId: string;
                content: string;
                postUrl: string | null;
                publishedAt: string | null;
                impressionCount: number;
                reachCount: number;
                clickCount: number;
                likeCount: number;
                commentCount: number;
                shareCount: number;
                saveCount: number;
                videoViewCount: number;
                engagementCount: number;
              }[];
              days: {
                day: string;
                impressionCount: number;
                reachCount: number;
                clickCount: number;
                likeCount: number;
                commentCount: number;
                shareCount: number;
                saveCount: number;
                videoViewCount: number;
              }[];
            };
          };
        };
      };
    };
  };
  "/api/marketing/social-connection": {
    /** The social accounts that are connected, and the platforms on which accounts can be connected, with their limits */
    get: {
      responses: {
        200: {
          content: {
            "application/json": {
              data: {
                _id: string;
                platform: string;
                name: string;
                handle: string | null;
                externalId: string | null;
                avatarUrl: string | null;
                profileUrl: string | null;
                serverUrl: string | null;
                status: string;
                error: string | null;
                scopes: string[];
                expiresAt: string | null;
                lastPublishedAt: string | null;
                inboxReadAt: string | null;
                metricsReadAt: string | null;
                ownerId: string | null;
                createdAt: string;
              }[];
              platforms: {
                name: string;
                label: string;
                connectBy: string;
                configured: boolean;
                maxLength: number;
                linkLength: number | null;
                linkInText: boolean;
                minMedia: number;
                maxMedia: number;
                mediaTypes: string[];
                maxImageBytes: number | null;
                maxVideoBytes: number | null;
                maxVideos: number;
                minVideoSeconds: number | null;
                maxVideoSeconds: number | null;
                confirms: boolean;
                inbox: boolean;
                replies: boolean;
                metrics: boolean;
              }[];
            };
          };
        };
      };
    };
  };
  "/api/marketing/social-connection/callback": {
    /** Connects the accounts of the user whom a social platform sent back */
    get: {
      parameters: {
        query?: {
          code?: string;
          state?: string;
          error?: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              data: {
                _id: string;
                platform: string;
                name: string;
                handle: string | null;
                externalId: string | null;
                avatarUrl: string | null;
                profileUrl: string | null;
                serverUrl: string | null;
                status: string;
                error: string | null;
                scopes: string[];
                expiresAt: string | null;
                lastPublishedAt: string | null;
                inboxReadAt: string | null;
                metricsReadAt: string | null;
                ownerId: string | null;
                createdAt: string;
              }[];
            } | null;
          };
        };
      };
    };
  };
  "/api/marketing/social-connection/connect": {
    /** Connects a social account: with credentials, or by consent at the address that it gives */
    post: {
      parameters: {
        query?: {
          dryRun?: boolean;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            platform: string;
            name?: string;
            url?: string;
            secret?: string;
            server?: string;
            accessToken?: string;
            handle?: string;
            appPassword?: string;
            returnTo?: string;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              _id: string;
              platform: string;
              name: string;
              handle: string | null;
              externalId: string | null;
              avatarUrl: string | null;
              profileUrl: string | null;
              serverUrl: string | null;
              status: string;
              error: string | null;
              scopes: string[];
              expiresAt: string | null;
              lastPublishedAt: string | null;
              inboxReadAt: string | null;
              metricsReadAt: string | null;
              ownerId: string | null;
              createdAt: string;
            } | {
              authorizationUrl: string;
            };
          };
        };
      };
    };
  };
  "/api/marketing/social-connection/{id}": {
    /** Removes a social account and its tokens. Posts that wait for it are cancelled */
    delete: {
      parameters: {
        query?: {
          dryRun?: boolean;
        };
        path: {
          id: string;
        };
      };
      responses: {
        204: {
        };
      };
    };
  };
  "/api/marketing/social-inbox": {
    /** Conversations of social accounts: comments, mentions and messages, newest first. Their messages are those of /api/communications/conversations */
    get: {
      parameters: {
        query?: {
          status?: string;
          connectionId?: string;
          page?: number;
          limit?: number;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              data: ({
                _id: string;
              } & {
                [key: string]: unknown;
              })[];
            } & {
              [key: string]: unknown;
            };
          };
        };
      };
    };
  };
  "/api/marketing/social-inbox/{id}/reply": {
    /** Answers the last message of a social conversation at its platform */
    post: {
      parameters: {
        query?: {
          dryRun?: boolean;
        };
        path: {
          id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            text: string;
          };
        };
      };
      responses: {
        201: {
          content: {
            "application/json": {
              _id: string;
              status: string;
            } & {
              [key: string]: unknown;
            };
          };
        };
      };
    };
  };
  "/api/marketing/social-publishing": {
    /** Publishes a post on a social platform, now or at a time. It is checked against the limits of the platform first */
    post: {
      parameters: {
        query?: {
          dryRun?: boolean;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            connectionId: string;
            content: string;
            variants?: {
              [key: string]: string;
            } | null;
            linkUrl?: string | null;
            mediaIds?: string[];
            altTexts?: string[];
            scheduledAt?: string | null;
            campaignId?: string | null;
            channelId?: string | null;
            draft?: boolean;
          };
        };
      };
      responses: {
        202: {
          content: {
            "application/json": {
              _id: string;
              status: string;
            } & {
              [key: string]: unknown;
            };
          };
        };
      };
    };
  };
  "/api/marketing/social-publishing/check": {
    /** What a post would look like on a platform, and what the platform would refuse. Nothing is published */
    post: {
      parameters: {
        query?: {
          dryRun?: boolean;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            platform: string;
            connectionId?: string;
            content: string;
            variants?: {
              [key: string]: string;
            } | null;
            linkUrl?: string | null;
            mediaIds?: string[];
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              text: string;
              length: number;
              maxLength: number;
              media: {
                id: string;
                name: string;
                type: string;
                size: number;
                seconds: number | null;
              }[];
              problems: {
                field: string;
                code: string;
                message: string;
              }[];
            };
          };
        };
      };
    };
  };
  "/api/marketing/social-publishing/{id}": {
    /** A post and what became of it */
    get: {
      parameters: {
        path: {
          id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              _id: string;
              status: string;
            } & {
              [key: string]: unknown;
            };
          };
        };
      };
    };
    /** Cancels a post that is not published yet */
    delete: {
      parameters: {
        query?: {
          dryRun?: boolean;
        };
        path: {
          id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              _id: string;
              status: string;
            } & {
              [key: string]: unknown;
            };
          };
        };
      };
    };
    /** Changes a post that is not published: its text, media, time or connection; `draft` false publishes a draft */
    patch: {
      parameters: {
        query?: {
          dryRun?: boolean;
        };
        path: {
          id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            content?: string;
            variants?: {
              [key: string]: string;
            } | null;
            linkUrl?: string | null;
            mediaIds?: string[];
            altTexts?: string[];
            scheduledAt?: string | null;
            campaignId?: string | null;
            channelId?: string | null;
            connectionId?: string;
            draft?: boolean;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              _id: string;
              status: string;
            } & {
              [key: string]: unknown;
            };
          };
        };
      };
    };
  };
  "/api/marketing/social-publishing/{id}/approve": {
    /** Approves a post that waits for approval; it is published at its time */
    post: {
      parameters: {
        query?: {
          dryRun?: boolean;
        };
        path: {
          id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              _id: string;
              status: string;
            } & {
              [key: string]: unknown;
            };
          };
        };
      };
    };
  };
  "/api/marketing/social-publishing/{id}/reject": {
    /** Returns a post that waits for approval to its author, as a draft with a reason */
    post: {
      parameters: {
        query?: {
          dryRun?: boolean;
        };
        path: {
          id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            reason: string;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              _id: string;
              status: string;
            } & {
              [key: string]: unknown;
            };
          };
        };
      };
    };
  };
  "/api/marketing/social-publishing/{id}/retry": {
    /** Publishes a post again that failed or is unconfirmed. Look at the platform first: an unconfirmed post may be there */
    post: {
      parameters: {
        query?: {
          dryRun?: boolean;
        };
        path: {
          id: string;
        };
      };
      responses: {
        202: {
          content: {
            "application/json": {
              _id: string;
              status: string;
            } & {
              [key: string]: unknown;
            };
          };
        };
      };
    };
  };
  "/api/marketing/web-pages/{id}/end-test": {
    /** Ends the test of a page and its variants: the winner becomes the page, the variants are archived */
    post: {
      parameters: {
        query?: {
          dryRun?: boolean;
        };
        path: {
          id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            winnerId: string;
          };
        };
      };
      responses: {
        202: {
          content: {
            "application/json": {
              pageId: string;
              winnerId: string;
              jobId: string | null;
            };
          };
        };
      };
    };
  };
  "/api/marketing/web-pages/{id}/preview": {
    /** Renders a page as it is saved, or with fields that are not saved yet */
    post: {
      parameters: {
        query?: {
          dryRun?: boolean;
        };
        path: {
          id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            draft?: {
              title?: string | null;
              name?: string | null;
              description?: string | null;
              path?: string | null;
              html?: string | null;
              css?: string | null;
              blocks?: unknown[] | null;
              metaTitle?: string | null;
              metaDescription?: string | null;
              language?: string | null;
              layoutId?: string | null;
              formId?: string | null;
            };
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              html: string;
              problems: string[];
            };
          };
        };
      };
    };
  };
  "/api/marketing/web-pages/{id}/preview-link": {
    /** A link by which anybody sees a page as it is saved, before it is published */
    post: {
      parameters: {
        query?: {
          dryRun?: boolean;
        };
        path: {
          id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            expiresIn?: string;
          };
        };
      };
      responses: {
        201: {
          content: {
            "application/json": {
              url: string;
              expiresAt: string;
            };
          };
        };
      };
    };
  };
  "/api/marketing/web-publishing/publish": {
    /** Publishes a website, or some of its pages, now or later */
    post: {
      parameters: {
        query?: {
          dryRun?: boolean;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            websiteId: string;
            pageIds?: string[];
            scheduledAt?: string;
          };
        };
      };
      responses: {
        202: {
          content: {
            "application/json": {
              jobId: string;
              websiteId: string;
              status: "queued" | "scheduled";
              scheduledAt: string | null;
            };
          };
        };
      };
    };
  };
  "/api/marketing/web-publishing/unpublish": {
    /** Withdraws a website, or some of its pages, now or later */
    post: {
      parameters: {
        query?: {
          dryRun?: boolean;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            websiteId: string;
            pageIds?: string[];
            scheduledAt?: string;
          };
        };
      };
      responses: {
        202: {
          content: {
            "application/json": {
              jobId: string;
              websiteId: string;
              status: "queued" | "scheduled";
              scheduledAt: string | null;
            };
          };
        };
      };
    };
  };
  "/api/marketing/web-publishing/{jobId}": {
    /** The state and result of a publication */
    get: {
      parameters: {
        path: {
          jobId: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              jobId: string;
              websiteId: string;
              kind: "publish" | "unpublish";
              pageIds: string[] | null;
              status: "queued" | "scheduled" | "running" | "retrying" | "completed" | "failed" | "cancelled";
              progress: number;
              done: number | null;
              total: number | null;
              scheduledAt: string | null;
              createdAt: string;
              finishedAt: string | null;
              releaseId: string | null;
              releaseNumber: number | null;
              url: string | null;
              pages: number | null;
              skippedDrafts: number | null;
              brokenLinks: {
                pageId: string;
                path: string;
                link: string;
              }[];
              problems: {
                pageId: string;
                path: string;
                problem: string;
              }[];
              error: string | null;
            };
          };
        };
      };
    };
    /** Cancels a publication that has not begun to change what visitors see */
    delete: {
      parameters: {
        query?: {
          dryRun?: boolean;
        };
        path: {
          jobId: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              jobId: string;
              websiteId: string;
              kind: "publish" | "unpublish";
              pageIds: string[] | null;
              status: "queued" | "scheduled" | "running" | "retrying" | "completed" | "failed" | "cancelled";
              progress: number;
              done: number | null;
              total: number | null;
              scheduledAt: string | null;
              createdAt: string;
              finishedAt: string | null;
              releaseId: string | null;
              releaseNumber: number | null;
              url: string | null;
              pages: number | null;
              skippedDrafts: number | null;
              brokenLinks: {
                pageId: string;
                path: string;
                link: string;
              }[];
              problems: {
                pageId: string;
                path: string;
                problem: string;
              }[];
              error: string | null;
            };
          };
        };
      };
    };
  };
  "/api/marketing/websites/{id}/dns": {
    /** The DNS records that the domain of a website needs, and whether they are set */
    get: {
      parameters: {
        path: {
          id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              domain: string;
              verified: boolean;
              records: {
                type: "TXT" | "CNAME";
                name: string;
                value: string;
                purpose: string;
                found: string[];
                ok: boolean;
                error?: string;
              }[];
            };
          };
        };
      };
    };
  };
  "/api/marketing/websites/{id}/export": {
    /** The live release of a website as a zip of static files */
    get: {
      parameters: {
        path: {
          id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/zip": string;
          };
        };
      };
    };
  };
  "/api/marketing/websites/{id}/releases": {
    /** The releases of a website that are kept, newest first */
    get: {
      parameters: {
        path: {
          id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              data: {
                id: string;
                number: number;
                createdAt: string;
                createdBy: string | null;
                pages: number;
                files: number;
                bytes: number;
                live: boolean;
              }[];
            };
          };
        };
      };
    };
  };
  "/api/marketing/websites/{id}/rollback": {
    /** Makes an earlier release of a website live again; records do not change */
    post: {
      parameters: {
        query?: {
          dryRun?: boolean;
        };
        path: {
          id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            releaseId: string;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              releaseId: string;
              releaseNumber: number;
            };
          };
        };
      };
    };
  };
  "/api/marketing/websites/{id}/statistics": {
    /** Views, visitors and conversions of a website by day, page, referrer or campaign */
    get: {
      parameters: {
        query?: {
          from?: string;
          to?: string;
          by?: "day" | "page" | "referrer" | "source" | "medium" | "campaign";
        };
        path: {
          id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              from: string;
              to: string;
              totals: {
                views: number;
                visitors: number;
                conversions: number;
              };
              data: {
                key: string;
                label: string;
                views: number;
                visitors: number;
                conversions: number;
              }[];
            };
          };
        };
      };
    };
  };
  "/api/marketing/websites/{id}/verify-domain": {
    /** Looks for the proof of the domain in DNS; from then on the website is served there */
    post: {
      parameters: {
        query?: {
          dryRun?: boolean;
        };
        path: {
          id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              domain: string;
              verified: boolean;
              records: {
                type: "TXT" | "CNAME";
                name: string;
                value: string;
                purpose: string;
                found: string[];
                ok: boolean;
                error?: string;
              }[];
            };
          };
        };
      };
    };
  };
  "/api/sales/account-management/accounts": {
    /** Lists the tenants of the platform with their plans and statuses, by their keys */
    get: {
      parameters: {
        query?: {
          q?: string;
          filter?: {
            status?: string;
          };
          page?: number;
          limit?: number;
          cursor?: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              data: {
                accountKey: string;
                plan: string;
                status: string;
                suspendedAt: string | null;
                reason: string | null;
                createdAt: string;
                operator: boolean;
              }[];
              meta: {
                page: number | null;
                limit: number;
                total: number;
                totalExact: boolean;
                totalPages: number;
                hasMore: boolean;
                nextCursor: string | null;
              };
            };
          };
        };
      };
    };
  };
  "/api/sales/account-management/provision": {
    /** Creates a tenant with its default roles, its statuses and its first admin */
    post: {
      parameters: {
        query?: {
          dryRun?: boolean;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            accountKey: string;
            adminEmail: string;
            adminPassword: string;
            plan?: string;
          };
        };
      };
      responses: {
        201: {
          content: {
            "application/json": {
              accountKey: string;
              plan: string;
              status: string;
              createdAt: string;
              admin: {
                id: string;
                email: string;
              };
            };
          };
        };
      };
    };
  };
  "/api/sales/account-management/reactivate": {
    /** Reactivates a suspended tenant: its keys, webhooks and jobs work again, and its users may sign in */
    post: {
      parameters: {
        query?: {
          dryRun?: boolean;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            accountKey: string;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              accountKey: string;
              plan: string;
              status: string;
              suspendedAt: string | null;
              reason: string | null;
            };
          };
        };
      };
    };
  };
  "/api/sales/account-management/suspend": {
    /** Suspends a tenant: its sessions end, its keys, webhooks and jobs stop at once, and its data is kept */
    post: {
      parameters: {
        query?: {
          dryRun?: boolean;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            accountKey: string;
            reason?: string;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              accountKey: string;
              plan: string;
              status: string;
              suspendedAt: string | null;
              reason: string | null;
            };
          };
        };
      };
    };
  };
  "/api/sales/account-management/validate-key": {
    /** Says whether a key is well-formed and free for a new tenant, and the status of a tenant that has it */
    post: {
      parameters: {
        query?: {
          dryRun?: boolean;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            accountKey: string;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              valid: boolean;
              available: boolean;
              status: string | null;
            };
          };
        };
      };
    };
  };
  "/api/ui/announcements": {
    /** Returns the published announcements for the caller that they have not dismissed, pinned ones first */
    get: {
      responses: {
        200: {
          content: {
            "application/json": {
              data: {
                [key: string]: unknown;
              }[];
            };
          };
        };
      };
    };
  };
  "/api/ui/announcements/{id}/dismiss": {
    /** Dismisses an announcement for the caller; a second time changes nothing */
    post: {
      parameters: {
        query?: {
          dryRun?: boolean;
        };
        path: {
          id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              dismissed: boolean;
            };
          };
        };
      };
    };
  };
  "/api/ui/dashboards/preview": {
    /** Returns what a widget shows that is not saved yet */
    post: {
      parameters: {
        query?: {
          dryRun?: boolean;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            widget: {
              [key: string]: unknown;
            };
            period?: string;
            filters?: {
              [key: string]: unknown;
            };
            tz?: string;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              type: string;
              title: string;
              moduleKey?: string;
              slug?: string;
              period?: string;
              metric?: string;
              value: number | string | null;
              previous: number | string | null;
              comparedWith?: "samePart" | "wholePeriod";
              change: number | null;
              series: {
                key: string | number | boolean | null;
                label: string;
                value: number | string | null;
                filter?: {
                  [key: string]: unknown;
                };
              }[];
              filter?: {
                [key: string]: unknown;
              };
              content?: string;
              columns?: {
                key: string;
                label: string;
                type: string;
              }[];
              rows?: {
                [key: string]: unknown;
              }[];
              titles?: {
                [key: string]: string;
              };
              error?: {
                code: string;
                message: string;
              };
            };
          };
        };
      };
    };
  };
  "/api/ui/dashboards/{id}/data": {
    /** Returns what the widgets of a dashboard show, with the permissions of the caller */
    get: {
      parameters: {
        query?: {
          period?: string;
          tz?: string;
        };
        path: {
          id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              widgets: {
                type: string;
                title: string;
                moduleKey?: string;
                slug?: string;
                period?: string;
                metric?: string;
                value: number | string | null;
                previous: number | string | null;
                comparedWith?: "samePart" | "wholePeriod";
                change: number | null;
                series: {
                  key: string | number | boolean | null;
                  label: string;
                  value: number | string | null;
                  filter?: {
                    [key: string]: unknown;
                  };
                }[];
                filter?: {
                  [key: string]: unknown;
                };
                content?: string;
                columns?: {
                  key: string;
                  label: string;
                  type: string;
                }[];
                rows?: {
                  [key: string]: unknown;
                }[];
                titles?: {
                  [key: string]: string;
                };
                error?: {
                  code: string;
                  message: string;
                };
              }[];
            };
          };
        };
      };
    };
  };
  "/api/ui/drafts/mine": {
    /** Returns the draft of the caller for a model and a record */
    get: {
      parameters: {
        query?: {
          modelKey?: string;
          recordId?: string | null;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              draft: {
                [key: string]: unknown;
              } | null;
            };
          };
        };
      };
    };
    /** Keeps what the caller has typed and not saved: one draft for each model and record, for 30 days */
    put: {
      parameters: {
        query?: {
          dryRun?: boolean;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            modelKey: string;
            recordId?: string | null;
            recordVersion?: number;
            data: {
              [key: string]: unknown;
            };
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              [key: string]: unknown;
            };
          };
        };
      };
    };
  };
  "/api/ui/drafts/mine/discard": {
    /** Deletes the draft of the caller for a model and a record, once it was submitted or is not wanted */
    post: {
      parameters: {
        query?: {
          dryRun?: boolean;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            modelKey: string;
            recordId?: string | null;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              discarded: boolean;
            };
          };
        };
      };
    };
  };
  "/api/ui/record-recent-views": {
    /** Records that the caller opened a record, and moves it to the top of the records opened last */
    post: {
      parameters: {
        query?: {
          dryRun?: boolean;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            modelKey: string;
            recordId: string;
            screenId?: string | null;
          };
        };
      };
      responses: {
        201: {
          content: {
            "application/json": {
              [key: string]: unknown;
            };
          };
        };
      };
    };
  };
  "/api/ui/search": {
    /** Finds records of all models that the caller may read by the words in them */
    get: {
      parameters: {
        query?: {
          q?: string;
          limit?: number;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              data: {
                modelKey: string;
                moduleKey: string;
                slug: string;
                recordId: string;
                title: string;
                subtitle: string | null;
              }[];
            };
          };
        };
      };
    };
  };
}
export interface components {
  schemas: {
    Error: {
      error: components["schemas"]["ErrorDetails"];
    };
    ErrorDetails: {
      code: string;
      message: string;
      requestId: string;
      details: {
        field?: string;
        code: string;
        message: string;
      }[];
    };
    ListMeta: {
      page: number | null;
      limit: number;
      total?: number;
      totalExact?: boolean;
      totalPages?: number;
      hasMore: boolean;
      nextCursor: string | null;
    };
    Search: {
      filter?: {
        [key: string]: unknown;
      };
      sort?: string[];
      page?: number;
      limit?: number;
      cursor?: string;
      fields?: string[];
      include?: string[];
      q?: string;
      count?: "auto" | "exact" | "none";
      tz?: string;
    };
    History: {
      data: components["schemas"]["HistoryEntry"][];
      meta: components["schemas"]["ListMeta"];
    };
    HistoryEntry: {
      version: number;
      action: "created" | "updated" | "deleted" | "restored";
      timestamp: string;
      actor: {
        _id: string;
        email: string | null;
        via?: "ai" | "mcp" | "form" | "campaign";
        completionId?: string;
        viaId?: string;
      } | null;
      requestId: string | null;
      changes: {
        field: string;
        before: unknown;
        after: unknown;
      }[];
    };
    Revert: {
      version: number;
    };
    Queued: {
      jobId: string;
      status: "queued";
    };
    Aggregates: {
      data: {
        [key: string]: unknown;
      }[];
      included?: {
        [key: string]: {
          [key: string]: unknown;
        };
      };
    };
  };
  responses: never;
  parameters: never;
  requestBodies: never;
  headers: never;
  pathItems: never;
}
