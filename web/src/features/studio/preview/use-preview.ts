import { useEffect, useRef, useState } from 'react'
import type { Path } from '../../../../../editing/types.ts'
import type { TextModel } from '../documents/text-model.ts'
import { type LanguageClient, Unanswered } from '../language/client.ts'
import type { Analysis } from './analysis-client.ts'
import type { AnalysedSlice } from './analysis-protocol.ts'

/** After the last change of the text, and after the last move of the caret without one, ms. */
const PAUSE = { written: 300, moved: 50 }

/** Where the caret is in the code. */
export interface PreviewCaret {
  readonly place: { offset: number } | null
  subscribe(listen: () => void): () => void
}

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
  place: { at: Path | null; caret: PreviewCaret },
): Preview {
  const [preview, setPreview] = useState<Preview & { of: string }>({ ...NOTHING, of: path })
  /** What was analysed last: another place of the same part is no other preview. */
  const shown = useRef('')
  const at = place.at === null ? null : JSON.stringify(place.at)
  const { caret } = place
  useEffect(() => {
    let abort = new AbortController()
    let timer: ReturnType<typeof setTimeout>
    let writtenAt = Number.NEGATIVE_INFINITY
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
        const offset = caret.place?.offset ?? 0
        const ask = { path, offset, at: at === null ? null : (JSON.parse(at) as Path) }
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
    const later = (pause: number) => {
      clearTimeout(timer)
      timer = setTimeout(() => void read(), pause)
    }
    later(PAUSE.moved)
    const stopText = model.subscribe(() => {
      writtenAt = performance.now()
      later(PAUSE.written)
    })
    // What is written moves the caret as well.
    const stopCaret = caret.subscribe(() => {
      if (at !== null) return
      later(performance.now() - writtenAt < PAUSE.written ? PAUSE.written : PAUSE.moved)
    })
    return () => {
      stopText()
      stopCaret()
      clearTimeout(timer)
      abort.abort()
    }
  }, [client, analysis, path, model, at, caret])
  return preview.of === path ? preview : NOTHING
}
