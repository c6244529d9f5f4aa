// The protocol's official SDK, with the types of what is used of it: Deno's check finds none behind the paths of its package.
import type { z } from '@hono/zod-openapi'
// biome-ignore lint/suspicious/noTsIgnore: tsc finds these types, Deno's check does not.
// @ts-ignore
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
// biome-ignore lint/suspicious/noTsIgnore: as above.
// @ts-ignore
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'

export interface ToolResult {
  isError?: boolean
  content: { type: 'text'; text: string }[]
}

interface Tool<Shape extends z.ZodRawShape> {
  title: string
  description: string
  inputSchema: Shape
  annotations: { readOnlyHint: boolean; openWorldHint: boolean }
}

export interface ToolServer {
  registerTool<Shape extends z.ZodRawShape>(
    name: string,
    tool: Tool<Shape>,
    run: (values: z.output<z.ZodObject<Shape>>) => Promise<ToolResult>,
  ): unknown
  connect(transport: Transport): Promise<void>
  close(): Promise<void>
}

interface Transport {
  handleRequest(request: Request, options: { parsedBody: unknown }): Promise<Response>
}

/** A server for one message. */
export function toolServer(info: object, options: { instructions: string }): ToolServer {
  return new McpServer(info as never, options) as unknown as ToolServer
}

/** Streamable HTTP without sessions, answered as JSON. */
export function statelessTransport(): Transport {
  return new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true }) as unknown as Transport
}
