import { Client as McpClient, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { Json } from '../harness.ts';

/** Client versions: programs of 2025 begin with a handshake; those of 2026 name their version in every request. */
export const eras = ['legacy', 'auto'] as const;
export type Era = (typeof eras)[number];

export interface ToolReply {
  readonly isError: boolean;
  /** The result of the tool, or its error. */
  readonly value: Json;
  /** The id of the call's log. */
  readonly completionId: string | undefined;
}

/** Connects a program that uses the tools by MCP: the public client over real HTTP. */
export async function connectMcp(url: string, token: string | undefined, era: Era = 'auto'): Promise<McpProgram> {
  const transport = new StreamableHTTPClientTransport(new URL('/api/ai/mcp', url), {
    requestInit: { headers: { ...(token !== undefined && { authorization: `Bearer ${token}` }) } },
  });
  const client = new McpClient({ name: 'a test', version: '1' }, { versionNegotiation: { mode: era } });
  await client.connect(transport);
  return new McpProgram(client);
}

export class McpProgram {
  readonly client: McpClient;

  constructor(client: McpClient) {
    this.client = client;
  }

  async toolNames(): Promise<string[]> {
    return (await this.client.listTools()).tools.map(({ name }) => name);
  }

  async call(name: string, input: Json): Promise<ToolReply> {
    const { content, isError = false, _meta } = (await this.client.callTool({ name, arguments: input })) as Json;
    return { isError, value: JSON.parse(content[0].text), completionId: _meta?.['atrium/completionId'] };
  }

  async read(uri: string): Promise<Json> {
    const { contents } = await this.client.readResource({ uri });
    return JSON.parse((contents[0] as { text: string }).text);
  }

  close(): Promise<void> {
    return this.client.close();
  }
}
