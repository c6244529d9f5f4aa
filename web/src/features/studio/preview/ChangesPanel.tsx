import { useCallback } from 'react'
import type { Range } from '../../../../../editing/types.ts'
import type { LanguageClient } from '../language/client.ts'
import type { TextFile } from '../language/protocol.ts'
import type { Analysis } from './analysis-client.ts'
import { ComparedTexts } from './ComparedTexts.tsx'

interface Props {
  client: LanguageClient
  analysis: Analysis
  /** The files as they were published last, given those of now. */
  loadBase: (now: readonly TextFile[]) => Promise<readonly TextFile[]>
  onGo: (path: string, range: Range) => void
  /** Since when. */
  since?: string
}

/** What is written now against what was published last. */
export function ChangesPanel({ client, loadBase, since = 'what was published last', ...rest }: Props) {
  const load = useCallback(async () => {
    const now = await client.ask('texts', {})
    return { before: await loadBase(now), now }
  }, [client, loadBase])
  return <ComparedTexts {...rest} load={load} since={since} />
}
