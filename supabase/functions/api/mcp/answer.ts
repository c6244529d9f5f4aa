import { internalErrorDetail } from '../../_shared/domain/errors.ts'
import { ProblemError } from '../../_shared/http/problem.ts'
import type { ToolResult } from './sdk.ts'

/** What one answer may have, in characters: more would fill an agent's context. */
export const mostText = 40_000

/** The text of a tool's work; what it refuses is an error that the agent reads. */
export async function toolAnswer(work: () => Promise<string>): Promise<ToolResult> {
  try {
    return { content: [{ type: 'text', text: clipped(await work()) }] }
  } catch (error) {
    const text = error instanceof ProblemError ? error.problem.detail : internalErrorDetail
    if (!(error instanceof ProblemError)) console.error(error)
    return { isError: true, content: [{ type: 'text', text }] }
  }
}

function clipped(text: string): string {
  return text.length <= mostText ? text : `${text.slice(0, mostText)}\n\n(Cut off here.)`
}
