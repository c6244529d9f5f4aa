// The form of a place of a document: over the author's own bytes, one edit for each thing that is changed.
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { ReactNode } from 'react'
import type { Path, Range, Refused } from '../../../../../editing/types.ts'
import { Callout } from '../../../shared/ui/Callout.tsx'
import type { OpenDocument } from '../documents/open-document.ts'
import { isRuleset } from '../rules/is-ruleset.ts'
import { ArticleEditor } from './article/ArticleEditor.tsx'
import type { AddImages } from './article/use-images.ts'
import { pathKey } from './binding/edits.ts'
import { FormScope, type FormWays, useForm } from './binding/form-context.tsx'
import type { FormSource } from './binding/source.ts'
import { isContents, useFlavour, useSource } from './binding/use-flavour.ts'
import { useKeys, usePart } from './binding/use-part.ts'
import { FormHeader } from './FormHeader.tsx'
import { ComponentView } from './openapi/ComponentView.tsx'
import { ModelView } from './openapi/ModelView.tsx'
import { OperationView } from './openapi/OperationView.tsx'
import { OverviewView } from './openapi/OverviewView.tsx'
import { PathView } from './openapi/PathView.tsx'
import { type Shown, shownAt } from './place.ts'
import { RulesEditor } from './rules/RulesEditor.tsx'
import { TocEditor } from './toc/TocEditor.tsx'

interface Props extends FormWays {
  document: OpenDocument
  path: Path
  /** Where images may be put into articles. */
  addImages?: AddImages | undefined
}

/** A document as a form. */
export function FormView({ document, path, addImages, ...ways }: Props) {
  const source = useSource(document)
  if (!source)
    return (
      <Frame>
        <ArticleEditor
          key={document.id}
          document={document}
          renderMarkdown={ways.renderMarkdown}
          addImages={addImages}
        />
      </Frame>
    )
  return <DescriptionForm key={document.id} source={source} path={path} {...ways} />
}

function DescriptionForm({
  source,
  path,
  renderAbove,
  ...ways
}: Omit<Props, 'document' | 'addImages'> & { source: FormSource }) {
  const isToc = isContents(source.path)
  const isRules = isRuleset(source.path)
  const flavour = useFlavour(source) ?? (isToc || isRules ? 'schema' : null)
  const refusal = (refused: Refused, dismiss: () => void) => (
    <Box sx={{ position: 'sticky', top: 8, zIndex: 2, px: 2 }}>
      <RefusalNote
        refused={refused}
        onEditInCode={ways.onEditInCode}
        onDismiss={dismiss}
        source={source}
        path={path}
      />
    </Box>
  )
  if (!flavour) {
    return (
      <Frame>
        <Callout
          severity="info"
          action={
            <Button size="small" variant="outlined" onClick={() => ways.onEditInCode({ from: 0, to: 0 })}>
              Edit in code
            </Button>
          }
        >
          There is no form for this file: it is neither an API description nor a model.
        </Callout>
      </Frame>
    )
  }
  return (
    <FormScope source={source} flavour={flavour} renderRefusal={refusal} {...ways}>
      {isToc ? (
        <Frame>
          <BrokenNote path={[]} />
          <TocEditor />
        </Frame>
      ) : isRules ? (
        <Frame>
          <BrokenNote path={[]} />
          <RulesEditor />
        </Frame>
      ) : (
        <ShownForm shown={shownAt(path, flavour)} renderAbove={renderAbove} />
      )}
    </FormScope>
  )
}

function Frame({ children }: { children: ReactNode }) {
  return (
    <Box
      sx={{
        display: 'grid',
        gridTemplateColumns: 'minmax(0, 1fr)',
        gap: 3,
        maxWidth: 880,
        width: 1,
        mx: 'auto',
        px: { xs: 1.5, sm: 3 },
        py: 2,
        alignContent: 'start',
      }}
    >
      {children}
    </Box>
  )
}

function ShownForm({ shown, renderAbove }: { shown: Shown } & Pick<FormWays, 'renderAbove'>) {
  return (
    // Another place is another form: nothing that was open or typed in the one is in the other.
    <Frame key={pathKey(shown.path)}>
      <FormHeader shown={shown} />
      <BrokenNotes shown={shown} />
      {renderAbove?.(shown.path)}
      <Content shown={shown} />
    </Frame>
  )
}

function Content({ shown }: { shown: Shown }) {
  switch (shown.view) {
    case 'overview':
      return <OverviewView />
    case 'path':
      return <PathView path={shown.path} />
    case 'operation':
      return <OperationView path={shown.path} pathItem={shown.pathItem} response={shown.response} />
    case 'model':
      return <ModelView path={shown.path} />
    case 'component':
      return <ComponentView path={shown.path} kind={shown.kind} />
  }
}

const overviewParts: readonly Path[] = [
  ['info'],
  ['servers'],
  ['components', 'securitySchemes'],
  ['securityDefinitions'],
  ['security'],
  ['tags'],
  ['externalDocs'],
]

/** What of a form cannot be read now, and where it broke: the rest of it is as it was. */
function BrokenNotes({ shown }: { shown: Shown }) {
  // The whole of a large file is not read for a form of its head.
  const isReadable = useKeys([]).length > 0
  if (shown.view !== 'overview' || !isReadable) return <BrokenNote path={shown.path} />
  return overviewParts.map((path) => <BrokenNote key={pathKey(path)} path={path} />)
}

// Nobody mends more of them at once.
const shownBroken = 3

function BrokenNote({ path }: { path: Path }) {
  const { problem, broken } = usePart(path)
  if (problem) return <BrokenPart path={path} at={path} refused={problem} />
  return broken
    .slice(0, shownBroken)
    .map((one) => <BrokenPart key={pathKey(one.path)} path={path} at={one.path} refused={one.refused} />)
}

/** One thing that cannot be read: shown as it was last, for reading. */
function BrokenPart({ path, at, refused }: { path: Path; at: Path; refused: Refused }) {
  const { onEditInCode } = useForm()
  const range = refused.at
  const inner = at.slice(path.length).map(String).join(' › ')
  return (
    <Callout
      severity="warning"
      title={
        inner === '' ? 'This part cannot be read at the moment' : `“${inner}” cannot be read at the moment`
      }
      action={
        range ? (
          <Button size="small" variant="outlined" onClick={() => onEditInCode(range)}>
            Go to line
          </Button>
        ) : null
      }
    >
      {refused.reason}{' '}
      {inner === ''
        ? 'Below is how it was last; it can be changed again once this is mended.'
        : 'It is shown as it was last until this is mended. All else can be changed.'}
    </Callout>
  )
}

interface RefusalProps {
  refused: Refused
  source: FormSource
  path: Path
  onEditInCode: (range: Range) => void
  onDismiss: () => void
}

/** Why an edit was not made, and the way to make it by hand. */
function RefusalNote({ refused, source, path, onEditInCode, onDismiss }: RefusalProps) {
  const { description } = source
  const at = refused.at ?? description.range(path) ?? description.range([]) ?? { from: 0, to: 0 }
  return (
    <Box sx={{ backgroundColor: 'background.paper', borderRadius: 1 }}>
      <Callout
        severity="error"
        action={
          <>
            <Button size="small" variant="outlined" onClick={() => onEditInCode(at)}>
              Edit in code
            </Button>
            <Button size="small" color="inherit" onClick={onDismiss}>
              Dismiss
            </Button>
          </>
        }
      >
        {refused.reason}
      </Callout>
    </Box>
  )
}
