// The analysis, beside the page and beside the language worker: comparing two large states takes seconds.
import type { AnalysisAnswer, AnalysisAsk } from './analysis-protocol.ts'
import { analysed } from './analysis-work.ts'

self.onmessage = ({ data: { id, ask } }: MessageEvent<{ id: number; ask: AnalysisAsk }>) => {
  self.postMessage(answerOf(id, ask))
}

function answerOf(id: number, ask: AnalysisAsk): AnalysisAnswer {
  try {
    return { id, answer: analysed(ask) }
  } catch (error) {
    return { id, failed: error instanceof Error ? error.message : 'It could not be analysed.' }
  }
}
