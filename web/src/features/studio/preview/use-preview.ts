import { useEffect, useRef, useState } from 'react'
import type { Path } from '../../../../../editing/types.ts'
import type { TextModel } from '../documents/text-model.ts'
import { type LanguageClient, Unanswered } from '../language/client.ts'
import type { Analysis } from './analysis-client.ts'
import type { AnalysedSlice } from './analysis-protocol.ts'

/** After the last change, ms. */
const PAUSE = 300

export interface Preview {
  /** What was shown last that could be; null before anything could. */
  slice: (AnalysedSlice & { path: string }) | null
  /** Why what is shown is not what the text says now. */
  notice: string | null
  isLoading: boolean
}

const NOTHING: Preview = { slice: null, notice: null, isLoading: true }

/** What is shown at a place of a document: in a form at a path, in code at the caret. */
export function usePreview(
  client: LanguageClient,
  analysis: Analysis,
  { path, model }: { path: string; model: TextModel },
  place: { at: Path | null; offset: number },
): Preview {
  const [preview, setPreview] = useState<Preview & { of: string }>({ ...NOTHING, of: path })
  /** What was analysed last: another place of the same part is no other preview. */
  const shown = useRef('')
  const at = place.at === null ? null : JSON.stringify(place.at)
  useEffect(() => {
    let abort = new AbortController()
    let timer: ReturnType<typeof setTimeout>
    const read = async () => {
      abort.abort()
      abort = new AbortController()
      const { signal } = abort
      const show = (next: Partial<Preview>) => {
        if (signal.aborted) return
        setPreview((last) => {
          const before = last.of === path ? last : { ...NOTHING, of: path }
          return { ...before, notice: null, isLoading: false, ...next }
        })
      }
      try {
        const ask = { path, offset: place.offset, at: at === null ? null : (JSON.parse(at) as Path) }
        const sliced = await client.ask('slice', ask, signal)
        if ('none' in sliced)
          return show({ notice: sliced.reason, ...(sliced.none === 'nothing' && { slice: null }) })
        const key = [path, sliced.uri, ...sliced.files.flatMap((file) => [file.path, file.text])].join('\n')
        if (key === shown.current) return show({})
        const slice = await analysis.ask({ type: 'node', files: sliced.files, uri: sliced.uri })
        if (!signal.aborted) shown.current = key
        show(slice.node ? { slice: { ...slice, path } } : { slice: null })
      } catch (error) {
        if (!(error instanceof Unanswered)) show({ notice: 'The preview could not be made.' })
      }
    }
    const later = () => {
      clearTimeout(timer)
      timer = setTimeout(() => void read(), PAUSE)
    }
    timer = setTimeout(() => void read(), 50)
    const stop = model.subscribe(later)
    return () => {
      stop()
      clearTimeout(timer)
      abort.abort()
    }
  }, [client, analysis, path, model, at, place.offset])
  return preview.of === path ? preview : NOTHING
}
