// What a caller meets at a door, in the same three words for all doors.

/** Allowed; refused; or not to be known of: not found, no row, nothing listed. */
export type Outcome = 'yes' | 'no' | 'unseen'

/** What a door said that is none of the three: it fails the cell, in words. */
export type Met = Outcome | `failed: ${string}`

/** Marks what was allowed and taken back: see undo.ts. */
export const undone = 'Undone by the doors.'

/** By SQLSTATE and message, as Postgres and PostgREST report a refusal. */
export function outcomeOfState(state: string, message: string): Met {
  if (message === undone) return 'yes'
  if (state === '42501' || state === 'PT401' || state === 'PT403') return 'no'
  if (state === 'PT404') return 'unseen'
  // Refused for what was sent: whoever may not do it at all hears of that first.
  if (/^(PT4|22|23)/.test(state)) return 'yes'
  return `failed: ${state} ${message}`
}

/** By the status of an HTTP answer. */
export function outcomeOfStatus(status: number, text: string): Met {
  if (status < 300 || text.includes(undone)) return 'yes'
  if (status === 401 || status === 403) return 'no'
  if (status === 404) return 'unseen'
  if ([400, 402, 409, 413, 422].includes(status)) return 'yes'
  return `failed: ${status} ${text.slice(0, 200)}`
}

interface Item {
  ok?: boolean
  status?: number | null
}

/** By what was answered: of many things done at once, how the one asked for went; where things are listed, nothing is unseen. */
export function outcomeOfAnswer(answer: unknown, lists = false): Outcome {
  const { items, results, result } = (answer ?? {}) as {
    items?: unknown[]
    results?: unknown[]
    result?: { isError?: boolean }
  }
  // A tool of agents says so within its answer.
  if (result?.isError) return 'unseen'
  const list = Array.isArray(answer) ? answer : (items ?? results)
  if (lists && (answer ?? false) === false) return 'unseen'
  if (lists && list?.length === 0) return 'unseen'
  const { ok, status } = (list?.[0] ?? {}) as Item
  if (ok !== false) return 'yes'
  return status === 404 ? 'unseen' : status === 403 || status === 401 ? 'no' : 'yes'
}
