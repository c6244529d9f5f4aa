import type { Extension } from '@codemirror/state'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { lazy, Suspense, use, useEffect, useMemo, useRef } from 'react'
import type { Edit, Path } from '../../../../../editing/types.ts'
import { ErrorBoundary } from '../../../shared/ui/ErrorBoundary.tsx'
import { Spinner } from '../../../shared/ui/Spinner.tsx'
import type { Reveal } from '../code/CodeView.tsx'
import { CommentButton } from '../comments/CommentButton.tsx'
import type { Commenting } from '../comments/comment-marks.ts'
import { hasForm } from '../documents/open-document.ts'
import { useDocuments, useOpenDocument, useSession } from '../documents/use-open-document.ts'
import type { AddImages } from '../forms/article/use-images.ts'
import { CommentSlot, type RenderComments } from '../forms/comment-slot.tsx'
import type { StudioFile } from '../model.ts'
import { DisputesAt, DisputesBar, useCodeCards, useDisputes } from '../together/Disputes.tsx'
import { rangeOf } from '../together/dispute.ts'
import type { CaretPlace } from './caret.ts'
import { DocsPartsContext, FormView, loadForms } from './slots.ts'
import type { View } from './use-desk.ts'

const ImageView = lazy(() => import('./asked.ts').then((m) => ({ default: m.ImageView })))
const BlockedFile = lazy(() => import('./asked.ts').then((m) => ({ default: m.BlockedFile })))
const loadCode = () => import('../code/CodeView.tsx')
const CodeView = lazy(() => loadCode().then(({ CodeView }) => ({ default: CodeView })))

interface Props {
  projectId: number
  branchSlug: string
  file: StudioFile
  view: View
  readOnly: boolean
  path: Path
  reveal: Reveal | null
  extensions?: readonly Extension[] | undefined
  onPlace: (place: CaretPlace) => void
  onPath: (path: Path) => void
  onReveal: (reveal: Reveal) => void
  /** Renames a value with all that refers to it. */
  onRename: (path: Path, name: string, more?: readonly Edit[]) => Promise<boolean>
  addImages: AddImages
  /** Null where nothing is said. */
  comments: Commenting | null
}

/** The file in front, as a form or as code. */
export function DocumentArea(props: Props) {
  const { file, projectId, branchSlug, readOnly } = props
  return (
    <Suspense fallback={<Spinner label="Opening the file" />}>
      {file.kind === 'binary' ? (
        <ImageView projectId={projectId} branchSlug={branchSlug} file={file} readOnly={readOnly} />
      ) : (
        <TextArea key={file.id} {...props} />
      )}
    </Suspense>
  )
}

function TextArea({
  file,
  view,
  readOnly,
  path,
  reveal,
  extensions,
  onPlace,
  onPath,
  onReveal,
  onRename,
  addImages,
  comments,
  ...rest
}: Props) {
  const opened = useOpenDocument(file.id)
  const document = useMemo(() => (opened && readOnly ? { ...opened, readOnly } : opened), [opened, readOnly])
  const isBlocked = useSession(file.id, (state) => state.isBlocked)
  const unopened = useSession(file.id, (state) => (state.model ? null : state.status))
  const refusal = useSession(file.id, (state) => state.refusal)
  const { store } = useDocuments()
  const { renderMarkdown } = use(DocsPartsContext)
  const latest = useRef(comments)
  latest.current = comments
  const marks = comments?.marks
  const renderComments = useMemo<RenderComments | null>(
    () =>
      marks
        ? (at, of) => (
            <CommentButton
              marks={marks}
              documentId={file.id}
              path={at}
              of={of}
              onComment={() => latest.current?.beginAt({ kind: 'part', path: at })}
            />
          )
        : null,
    [marks, file.id],
  )
  useEffect(() => store.presence.look(file.id), [store, file.id])
  // While the document is on its way, what shows it comes as well.
  useEffect(() => {
    // The outline is a form as well.
    for (const load of view === 'code' ? [loadCode, loadForms] : [loadForms])
      void load().catch(() => undefined)
  }, [view])
  const { disputes, card } = useDisputes(document, (range) => onReveal({ range }))
  const { extension, portals } = useCodeCards(document, disputes, card)
  const inCode = useMemo(() => [...(extensions ?? []), extension], [extensions, extension])
  const blocked = isBlocked ? store.session(file.id) : undefined
  if (blocked) return <BlockedFile file={file} session={blocked} readOnly={readOnly} />
  if (!document) {
    // It turned out not to be text.
    if (unopened === 'refused') return <ImageView {...rest} file={file} readOnly={readOnly} />
    if (unopened !== 'gone') return <Spinner label="Opening the file" />
    return (
      <Box sx={{ flex: 1, display: 'grid', placeContent: 'center', justifyItems: 'center', gap: 2, p: 3 }}>
        <Typography color="textSecondary">{refusal}</Typography>
        <Button variant="outlined" onClick={() => void store.session(file.id)?.retry()}>
          Try again
        </Button>
      </Box>
    )
  }
  const isForm = view === 'form' && hasForm(document)
  const showDispute = (to: Path) => {
    const range = rangeOf(document, to) ?? { from: 0, to: 0 }
    if (isForm) onPath(to)
    else onReveal({ range: { from: range.from, to: range.from } })
  }
  return (
    <ErrorBoundary key={`${view} ${file.id}`}>
      <DisputesBar disputes={disputes} onShow={showDispute} />
      <Suspense fallback={<Spinner label="Opening the file" />}>
        {isForm ? (
          <CommentSlot value={renderComments}>
            <Box sx={{ flex: 1, minHeight: 0, overflow: 'auto', position: 'relative' }}>
              <FormView
                document={document}
                path={path}
                onEditInCode={(range) => onReveal({ range })}
                onOpen={onPath}
                onRename={onRename}
                addImages={addImages}
                renderMarkdown={renderMarkdown}
                renderAbove={(shown) => <DisputesAt disputes={disputes} path={shown} card={card} />}
              />
            </Box>
          </CommentSlot>
        ) : (
          <CodeView document={document} extensions={inCode} reveal={reveal} onPlace={onPlace} />
        )}
        {portals}
      </Suspense>
    </ErrorBoundary>
  )
}
