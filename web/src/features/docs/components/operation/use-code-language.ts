import { useSyncExternalStore } from 'react'
import { type CodeLanguage, codeLanguages } from '../../samples/code.ts'

const storageKey = 'waymark-docs-language'
const listeners = new Set<() => void>()
// Without storage (private windows, blocked cookies) the choice holds for as long as the page.
let chosen = read()

function read(): string | undefined {
  try {
    return window.localStorage.getItem(storageKey) ?? undefined
  } catch {
    return undefined
  }
}

function choose(id: string): void {
  chosen = id
  try {
    window.localStorage.setItem(storageKey, id)
  } catch {}
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The language of code samples, shared by all of them and remembered. */
export function useCodeLanguage(): [CodeLanguage, (id: string) => void] {
  const id = useSyncExternalStore(subscribe, () => chosen)
  const language = codeLanguages.find((candidate) => candidate.id === id) ?? codeLanguages[0]
  if (!language) throw new Error('there is at least one language')
  return [language, choose]
}
