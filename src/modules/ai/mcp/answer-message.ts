import type { Server } from '@modelcontextprotocol/server';
import type { ActionContext } from '#core/action.ts';
import { rpcError, rpcErrors } from './json-rpc.ts';
import { type McpLibrary, mcpServer } from './mcp-server.ts';

export interface Answered {
  readonly status: number;
  /** JSON; empty when the message is a notification. */
  readonly text: string;
}

/** A JSON-RPC message: a request, or a notification when it has no id. */
export interface Message {
  readonly method: string;
  readonly id?: string | number;
}

/**
 * Answers one message. No state is kept between messages: each gets its own server object, so every node can answer it.
 * Clients of the 2025 and older protocols begin with `initialize`; newer clients send their version with every request.
 */
export async function answerMessage(context: ActionContext, message: Message): Promise<Answered> {
  // Refuses the stream of changes: it would stay open, and no capability announces it.
  if (message.method === 'subscriptions/listen')
    return { status: 404, text: JSON.stringify(rpcError(rpcErrors.methodNotFound, 'Method not found', message.id)) };
  const library = await import('@modelcontextprotocol/server');
  const server = mcpServer(library, context);
  const request = requestOf(context);
  const response = (await library.isLegacyRequest(request, message))
    ? await answerLegacy(library, server, request, message)
    : await library
        .createMcpHandler(() => server, { legacy: 'reject', onerror: (error) => report(context, error) })
        .fetch(request, { parsedBody: message });
  return { status: response.status, text: await response.text() };
}

/**
 * Runs without a session, because a session would tie the client to one node. The answer is JSON instead of a stream.
 */
async function answerLegacy(
  { WebStandardStreamableHTTPServerTransport: Transport }: McpLibrary,
  server: Server,
  request: Request,
  message: Message,
): Promise<Response> {
  const transport = new Transport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    return await transport.handleRequest(request, { parsedBody: message });
  } finally {
    await server.close();
  }
}

/** The request in the form that the library expects: its headers contain the protocol version of the client. */
function requestOf({ origin, signal }: ActionContext): Request {
  const names = ['accept', 'content-type', 'mcp-protocol-version', 'mcp-method', 'mcp-name'];
  const headers = names.flatMap((name) => {
    const value = origin?.headers[name];
    return typeof value === 'string' ? [[name, value] as [string, string]] : [];
  });
  return new Request('http://mcp.invalid/', { method: 'POST', headers, ...(signal && { signal }) });
}

function report({ services: { log }, requestId }: ActionContext, error: Error): void {
  log.debug({ err: error, requestId }, 'a message by MCP was refused');
}
