// What was typed is found again on this device: values of parameters, by workspace and operation. Never secrets, never
// bodies, never files.

import type { Way } from './send.ts'
import type { Typed } from './shape.ts'

interface Kept {
  way?: Way
  /** The newest last. */
  pages: { page: string; params: Record<string, Typed> }[]
}

const mostPages = 50
const longest = 500
// Whoever names a parameter so asks for a secret, wherever it is sent.
const secret = /auth|cookie|credential|key|pass(?:word|phrase)?|pin|secret|session|signature|sid|token/i

const keyOf = (workspaceId: number): string => `waymark-try-it-${workspaceId}`

/** What was typed for an operation before. */
export function keptParams(workspaceId: number, page: string): Record<string, Typed> {
  return read(workspaceId).pages.find((kept) => kept.page === page)?.params ?? {}
}

/** How calls were sent last. */
export function keptWay(workspaceId: number): Way {
  return read(workspaceId).way ?? 'browser'
}

/** Keeps what may be kept of what was typed. */
export function keepParams(workspaceId: number, page: string, params: Readonly<Record<string, Typed>>): void {
  const kept = Object.entries(params).filter(
    ([name, typed]) => !secret.test(name) && typed.length > 0 && JSON.stringify(typed).length <= longest,
  )
  const before = read(workspaceId)
  const others = before.pages.filter((one) => one.page !== page)
  const pages = kept.length === 0 ? others : [...others, { page, params: Object.fromEntries(kept) }]
  write(workspaceId, { ...before, pages: pages.slice(-mostPages) })
}

/** Keeps how calls are sent. */
export function keepWay(workspaceId: number, way: Way): void {
  write(workspaceId, { ...read(workspaceId), way })
}

function read(workspaceId: number): Kept {
  try {
    const stored = JSON.parse(
      window.localStorage.getItem(keyOf(workspaceId)) ?? 'null',
    ) as Partial<Kept> | null
    return { ...stored, pages: Array.isArray(stored?.pages) ? stored.pages : [] }
  } catch {
    return { pages: [] }
  }
}

function write(workspaceId: number, kept: Kept): void {
  try {
    window.localStorage.setItem(keyOf(workspaceId), JSON.stringify(kept))
  } catch {
    // Without storage, or in a full one, values last as long as the page.
  }
}
