import { ApiProblem, hasOwnWords } from '../../data/api.ts'

/** What a dialog says about something that failed: its own sentence, and the server's where that says more. */
export interface Failure {
  title: string
  detail?: string
}

/** The failure of a saved or removed form: `refused` when the server said no, `thrown` for anything else. */
export function failureOf(error: unknown, refused: string, thrown: string): Failure {
  if (!(error instanceof ApiProblem)) return { title: thrown }
  return hasOwnWords(error) ? { title: refused, detail: error.detail } : { title: refused }
}
