import { type EditorView, ViewPlugin } from '@codemirror/view'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import {
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useId,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { EditorFrame, nothingToPreview } from '../../../../shared/ui/markdown/EditorFrame.tsx'
import { insertBlock, replace } from '../../../../shared/ui/markdown/edits.ts'
import {
  type RequestBlock,
  requestBlockAt,
  writeRequestBlock,
} from '../../../../shared/ui/markdown/request-block.ts'
import type { RequestValues } from '../../../../shared/ui/markdown/request-form.ts'
import { Toolbar } from '../../../../shared/ui/markdown/Toolbar.tsx'
import { Spinner } from '../../../../shared/ui/Spinner.tsx'
import { type OpenDocument, wholeOf } from '../../documents/open-document.ts'
import { blockKeys, blockMenu, perform } from './blocks.ts'
import { imageDrops } from './images.ts'
import { type AddImages, useImages } from './use-images.ts'

const CodeView = lazy(() => import('../../code/CodeView.tsx').then(({ CodeView }) => ({ default: CodeView })))
const RequestDialog = lazy(() => import('../../../../shared/ui/markdown/RequestDialog.tsx'))

interface Props {
  document: OpenDocument
  renderMarkdown: ((markdown: string) => ReactNode) | undefined
  /** Where images may be put in. */
  addImages?: AddImages | undefined
}

interface Asked {
  /** The block that the dialog began with; undefined for a new one. */
  block: RequestBlock | undefined
  mark: unknown
}

/** The block as it is now; undefined where somebody else has removed it meanwhile, or made it one that cannot be read. */
function blockNow({ block, mark }: Asked, { model }: OpenDocument, text: string): RequestBlock | undefined {
  const at = block && model.find(mark)
  return typeof at === 'number' ? requestBlockAt({ text, start: at, end: at }) : undefined
}

/** An article: its source with a toolbar, a menu behind a slash and the others' carets, and how the docs will show it. */
export function ArticleEditor({ document, renderMarkdown, addImages }: Props) {
  const id = useId()
  const [asking, setAsking] = useState<Asked | null>(null)
  const view = useRef<EditorView>(null)
  const chooser = useRef<HTMLInputElement>(null)
  const images = useImages(document, addImages)
  const latest = useRef(images.take)
  latest.current = images.take
  const mayAdd = addImages !== undefined && !document.readOnly
  const askForRequest = useCallback(() => {
    const state = view.current?.state
    if (!state) return
    const { from, to } = state.selection.main
    const block = requestBlockAt({ text: state.sliceDoc(), start: from, end: to })
    setAsking({ block, mark: block && document.model.mark(block.from + 1) })
  }, [document])
  const extensions = useMemo(
    () => [
      ViewPlugin.define((shown) => {
        view.current = shown
        return {
          destroy() {
            view.current = null
          },
        }
      }),
      blockKeys,
      blockMenu({
        'HTTP request': askForRequest,
        ...(mayAdd && { 'Image…': () => chooser.current?.click() }),
      }),
      mayAdd ? imageDrops((files, at) => void latest.current(files, at)) : [],
    ],
    [askForRequest, mayAdd],
  )
  const insertRequest = (values: RequestValues) => {
    if (!view.current) return
    perform(view.current, (draft) => {
      if (!asking?.block) return insertBlock(draft, writeRequestBlock(values))
      const now = blockNow(asking, document, draft.text)
      const text = writeRequestBlock(values, (now ?? asking.block).rest)
      if (now && JSON.stringify(now.values) === JSON.stringify(asking.block.values))
        return replace(now.from, now.to, text)
      // What somebody else wrote into it meanwhile stays, and this comes behind it; or at the end, not into what cannot be read.
      const at = now?.to ?? draft.text.length
      return insertBlock({ text: draft.text, start: at, end: at }, text)
    })
  }
  const name = document.path.split('/').at(-1) ?? document.path
  return (
    <Box sx={{ minWidth: 0, display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1 }}>
      <EditorFrame
        id={id}
        label={name}
        renderPreview={() => <Preview document={document} render={renderMarkdown} />}
      >
        <Box sx={{ borderBottom: 1, borderColor: 'divider' }}>
          <Toolbar
            label={name}
            controls={`${id}-text`}
            isDisabled={document.readOnly}
            onTool={(tool) => view.current && perform(view.current, tool.edit)}
            onRequest={askForRequest}
          />
        </Box>
        <Box
          id={`${id}-text`}
          sx={{
            display: 'flex',
            height: 'max(360px, calc(100dvh - 290px))',
            '& .cm-gutters': { display: 'none' },
            '& .cm-content': { px: 1 },
          }}
        >
          <Suspense fallback={<Spinner />}>
            <CodeView document={document} extensions={extensions} />
          </Suspense>
        </Box>
      </EditorFrame>
      <Box role="status" sx={{ typography: 'body2', color: 'text.secondary' }}>
        {images.uploading === null ? null : `Uploading ${images.uploading}…`}
      </Box>
      {images.refusal === null ? null : (
        <Alert severity="error" onClose={images.dismiss}>
          {images.refusal}
        </Alert>
      )}
      {mayAdd ? (
        <input
          ref={chooser}
          type="file"
          hidden
          multiple
          accept="image/*"
          aria-label="Images to put into the article"
          onChange={({ target }) => {
            const files = [...(target.files ?? [])]
            target.value = ''
            void images.take(files, view.current?.state.selection.main.head ?? document.model.text.length)
          }}
        />
      ) : null}
      {asking === null ? null : (
        <Suspense fallback={null}>
          <RequestDialog
            initial={asking.block?.values}
            onInsert={insertRequest}
            onClose={() => setAsking(null)}
          />
        </Suspense>
      )}
    </Box>
  )
}

function Preview({
  document: { model },
  render,
}: {
  document: OpenDocument
  render: Props['renderMarkdown']
}) {
  const kept = useRef<string>(undefined)
  const subscribe = useCallback(
    (listen: () => void) =>
      model.subscribe(() => {
        kept.current = undefined
        listen()
      }),
    [model],
  )
  const text = useSyncExternalStore(subscribe, () => {
    kept.current ??= wholeOf(model.text)
    return kept.current
  })
  if (text.trim() === '') return nothingToPreview
  return render ? render(text) : <Box sx={{ whiteSpace: 'pre-wrap' }}>{text}</Box>
}
