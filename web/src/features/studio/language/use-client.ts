// What the language service says by itself, for what shows it: the desk around stays as it is.
import { useSyncExternalStore } from 'react'
import type { LanguageClient, LanguageState } from './client.ts'
import type { Problem } from './protocol.ts'

/** What is wrong in the files, by path. */
export function useProblems(client: LanguageClient): ReadonlyMap<string, readonly Problem[]> {
  return useSyncExternalStore(client.subscribe, () => client.problems)
}

/** Whether the service is there. */
export function useLanguageState(client: LanguageClient): LanguageState {
  return useSyncExternalStore(client.subscribe, () => client.state)
}
