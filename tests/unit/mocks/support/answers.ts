// Answers mocked operations in plain Node: vitest's reading of CommonJS is another than Deno's and Node's.
import { text } from 'node:stream/consumers'
import { answerOf, prepare } from '../../../../supabase/functions/mocks/engine/mock.ts'
import type { MockRequest, Wanted } from '../../../../supabase/functions/mocks/engine/types.ts'

export interface Asked {
  /** JSON of the operation. */
  operation: string
  request: MockRequest
  wanted: Wanted
}

const asked: Asked[] = JSON.parse(await text(process.stdin))
const answers = asked.map(({ operation, request, wanted }) => answerOf(prepare(operation), request, wanted))
process.stdout.write(JSON.stringify({ answers, polluted: 'polluted' in {} }))
