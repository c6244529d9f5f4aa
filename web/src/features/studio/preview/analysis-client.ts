import type {
  AnalysedSlice,
  AnalysisAnswer,
  AnalysisAsk,
  ShownChanges,
  ShownPages,
} from './analysis-protocol.ts'

interface Answers {
  node: AnalysedSlice
  changes: ShownChanges
  pages: ShownPages
}
type Answer<Ask extends AnalysisAsk> = Answers[Ask['type']]

/** How the analysis is asked: in a worker; in tests, here. */
export interface Analysis {
  ask<Ask extends AnalysisAsk>(ask: Ask): Promise<Answer<Ask>>
  stop(): void
}

/** What takes longer is given up, ms: the worker ends, and the next question begins another. */
const PATIENCE = 60_000

/** The analysis in a worker of its own, which begins with the first question. */
export function startAnalysis(): Analysis {
  let worker: Worker | null = null
  let lastId = 0
  const waiting = new Map<number, { resolve: (answer: never) => void; reject: (error: Error) => void }>()
  const end = (why: string) => {
    worker?.terminate()
    worker = null
    for (const { reject } of waiting.values()) reject(new Error(why))
    waiting.clear()
  }
  const begin = () => {
    const made = new Worker(new URL('./analysis.worker.ts', import.meta.url), { type: 'module' })
    made.onmessage = ({ data }: MessageEvent<AnalysisAnswer>) => {
      const asked = waiting.get(data.id)
      waiting.delete(data.id)
      if ('answer' in data) asked?.resolve(data.answer as never)
      else asked?.reject(new Error(data.failed))
    }
    made.onerror = () => end('The analysis broke down.')
    return made
  }
  return {
    ask: (ask) =>
      new Promise((resolve, reject) => {
        const id = ++lastId
        const timer = setTimeout(() => waiting.has(id) && end('The analysis took too long.'), PATIENCE)
        const done = () => clearTimeout(timer)
        waiting.set(id, {
          resolve: (answer) => {
            done()
            resolve(answer)
          },
          reject: (error) => {
            done()
            reject(error)
          },
        })
        worker ??= begin()
        worker.postMessage({ id, ask })
      }),
    stop: () => end('The Studio was closed.'),
  }
}
