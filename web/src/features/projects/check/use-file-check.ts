import { useEffect, useRef, useState } from 'react'
import { fileTooLarge, maxImportBytes } from '../../../../../supabase/functions/_shared/domain/imports.ts'
import type { CheckResult, FileFault } from './check-file.ts'

export type FileState =
  | { phase: 'none' }
  | { phase: 'checking'; file: File }
  | { phase: 'faulty'; file: File; fault: FileFault }
  | { phase: 'good'; file: File; title: string; version: string; format: string }

const formats: Record<string, string> = {
  openapi2: 'OpenAPI 2.0',
  'openapi3.0': 'OpenAPI 3.0',
  'openapi3.1': 'OpenAPI 3.1',
}

/** The chosen file and what is known of it; choosing another replaces it. */
export function useFileCheck(onGood: (title: string) => void) {
  const [state, setState] = useState<FileState>({ phase: 'none' })
  const worker = useRef<Worker>(undefined)
  useEffect(() => () => worker.current?.terminate(), [])

  const choose = (file: File) => {
    worker.current?.terminate()
    const fault = refusal(file)
    if (fault) return setState({ phase: 'faulty', file, fault })
    setState({ phase: 'checking', file })
    const checker = new Worker(new URL('./check.worker.ts', import.meta.url), { type: 'module' })
    worker.current = checker
    checker.onmessage = (event: MessageEvent<CheckResult>) => {
      checker.terminate()
      const next = stateAfter(file, event.data)
      setState(next)
      if (next.phase === 'good') onGood(next.title)
    }
    checker.onerror = () =>
      setState({ phase: 'faulty', file, fault: { message: 'The file could not be read.' } })
    checker.postMessage(file)
  }
  const refuse = (file: File, fault: FileFault) => setState({ phase: 'faulty', file, fault })
  const clear = () => {
    worker.current?.terminate()
    setState({ phase: 'none' })
  }
  return { state, choose, refuse, clear }
}

function refusal(file: File): FileFault | null {
  if (!/\.(json|ya?ml)$/i.test(file.name))
    return { message: 'Choose a file that ends in .json, .yaml or .yml.' }
  if (file.size > maxImportBytes) return { message: fileTooLarge }
  if (file.size === 0) return { message: 'The file is empty.' }
  return null
}

function stateAfter(file: File, result: CheckResult): FileState {
  if (!result.ok) return { phase: 'faulty', file, fault: result.fault }
  const { title, version, kind } = result.checked
  return { phase: 'good', file, title, version: version ?? '', format: formats[kind] ?? kind }
}
