import { useSyncExternalStore } from 'react'

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

/** The language of code samples, shared by all of them and remembered; the first where the one chosen is missing. */
export function useCodeLanguage<Language extends { id: string }>(
  languages: readonly Language[],
): [Language, (id: string) => void] {
  const id = useSyncExternalStore(subscribe, () => chosen)
  const language = languages.find((candidate) => candidate.id === id) ?? languages[0]
  if (!language) throw new Error('there is at least one language')
  return [language, choose]
}
