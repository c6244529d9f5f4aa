import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import FormControlLabel from '@mui/material/FormControlLabel'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import Typography from '@mui/material/Typography'
import { lazy, Suspense, useEffect, useMemo, useState } from 'react'
import { changesBetween } from '../../../../../editing/merge/lines.ts'
import { resolved } from '../../../../../editing/merge/resolve.ts'
import type { MergedTexts } from '../../../../../editing/merge/texts.ts'
import type { Conflict } from '../../../../../editing/merge/values.ts'
import { messageOf } from '../../../shared/data/api.ts'
import { useRead } from '../../../shared/data/read.ts'
import { FormError } from '../../../shared/ui/forms/FormError.tsx'
import { ReadFault } from '../../../shared/ui/ReadFault.tsx'
import { Spinner } from '../../../shared/ui/Spinner.tsx'
import { monospace } from '../../../shared/ui/type-sizes.ts'
import { readText } from '../content.ts'
import { wholeOf } from '../documents/open-document.ts'
import type { DocumentStore } from '../documents/store.ts'
import { useOpenDocument } from '../documents/use-open-document.ts'
import type { StudioFile } from '../model.ts'
import { useResolve } from './queries.ts'

const Diff = lazy(() => import('../layout/Diff.tsx').then(({ Diff }) => ({ default: Diff })))

interface Props {
  projectId: number
  branchSlug: string
  file: StudioFile
  store: DocumentStore
}

/** A text that changed on both sides: what comes of both, and what somebody has to decide before. */
export function MergedFile({ projectId, branchSlug, file, store }: Props) {
  const query = useRead({
    key: ['studio-both-sides', { id: file.id, moved: file.moved_hash }],
    read: () =>
      Promise.all([
        file.hash === null ? '' : readText(projectId, branchSlug, file, 'published'),
        readText(projectId, branchSlug, file, 'branch'),
      ]),
  })
  const document = useOpenDocument(file.id)
  // As it was when it was looked at: what is typed meanwhile is merged when it is applied.
  const [ours, setOurs] = useState<string | null>(null)
  if (document && ours === null) setOurs(wholeOf(document.model.text))
  const [theirsAt, setTheirsAt] = useState<ReadonlySet<number>>(new Set())
  const [failure, setFailure] = useState<string | null>(null)
  const [isSaving, setSaving] = useState(false)
  const resolve = useResolve()
  const format = document?.format === 'json' || document?.format === 'yaml' ? document.format : 'text'
  const [merged, setMerged] = useState<MergedTexts | null>(null)
  useEffect(() => {
    if (!query.data || ours === null) return
    const [base, theirs] = query.data
    let isWanted = true
    store.merger.merge({ format, base, ours, theirs }).then(
      (found) => isWanted && setMerged(found),
      (error: unknown) => isWanted && setFailure(messageOf(error)),
    )
    return () => {
      isWanted = false
    }
  }, [query.data, ours, format, store])
  const result = useMemo(
    () => (merged ? resolved(format, merged, (_conflict, index) => theirsAt.has(index)) : null),
    [merged, format, theirsAt],
  )
  if (query.isError) return <ReadFault error={query.error} onRetry={() => void query.refetch()} />
  if (!document || !merged || ours === null)
    return failure ? <FormError>{failure}</FormError> : <Spinner label="Bringing both together" />

  const apply = async () => {
    const now = wholeOf(document.model.text)
    if (now !== ours) {
      setMerged(null)
      setOurs(now)
      setTheirsAt(new Set())
      return setFailure('Somebody wrote here meanwhile. Look at it once more, then apply.')
    }
    if (result === null) return
    setFailure(null)
    setSaving(true)
    try {
      document.model.apply(changesBetween(ours, result), 'form')
      store.flush()
      await saved(store, file.id)
      await resolve.mutateAsync([file])
    } catch (error) {
      setFailure(messageOf(error))
    } finally {
      setSaving(false)
    }
  }
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 2, flex: 1, minHeight: 0, overflow: 'auto' }}>
      <Typography>
        {merged.conflicts.length === 0
          ? 'Both sides fit together. Below is what the branch’s changes do to yours.'
          : `${merged.conflicts.length === 1 ? 'One thing was' : `${merged.conflicts.length} things were`} changed on both sides. Say which holds; everything else fits together.`}
      </Typography>
      {merged.conflicts.map((conflict, index) => (
        <Dispute
          // biome-ignore lint/suspicious/noArrayIndexKey: their order is all that conflicts are known by.
          key={index}
          name={nameOf(conflict, merged.text)}
          conflict={conflict}
          isTheirs={theirsAt.has(index)}
          onChoose={(isTheirs) =>
            setTheirsAt((before) => {
              const after = new Set(before)
              if (isTheirs) after.add(index)
              else after.delete(index)
              return after
            })
          }
        />
      ))}
      {result === null ? (
        <FormError>
          This cannot be written safely. Keep mine, then take it over by hand in the code.
        </FormError>
      ) : (
        <Box
          sx={{
            minHeight: 200,
            flex: 1,
            display: 'flex',
            border: 1,
            borderColor: 'divider',
            borderRadius: 1,
          }}
        >
          <Suspense fallback={<Spinner />}>
            <Diff path={file.path} before={ours} now={result} />
          </Suspense>
        </Box>
      )}
      <FormError>{failure}</FormError>
      <Box>
        <Button
          variant="contained"
          loading={isSaving}
          disabled={result === null || document.readOnly}
          onClick={() => void apply()}
        >
          Apply
        </Button>
      </Box>
    </Box>
  )
}

interface DisputeProps {
  name: string
  conflict: Conflict
  isTheirs: boolean
  onChoose: (isTheirs: boolean) => void
}

function Dispute({ name, conflict, isTheirs, onChoose }: DisputeProps) {
  const sides = [
    { value: 'mine', label: 'Mine', text: shown(conflict.ours) },
    { value: 'theirs', label: 'The branch’s', text: shown(conflict.theirs) },
  ]
  return (
    <Box
      component="fieldset"
      sx={{ border: 1, borderColor: 'divider', borderRadius: 1, m: 0, p: 1.5, minWidth: 0 }}
    >
      <Typography component="legend" variant="subtitle2" sx={{ px: 0.5, overflowWrap: 'anywhere' }}>
        {name}
      </Typography>
      <RadioGroup
        value={isTheirs ? 'theirs' : 'mine'}
        onChange={(_event, value) => onChoose(value === 'theirs')}
        sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', md: '1fr 1fr' }, gap: 1 }}
      >
        {sides.map(({ value, label, text }) => (
          <Box key={value} sx={{ minWidth: 0 }}>
            <FormControlLabel value={value} control={<Radio size="small" />} label={label} />
            <Typography
              component="pre"
              variant="body2"
              sx={{ m: 0, fontFamily: monospace, maxHeight: 140, overflow: 'auto', whiteSpace: 'pre-wrap' }}
            >
              {text}
            </Typography>
          </Box>
        ))}
      </RadioGroup>
    </Box>
  )
}

const mostShown = 2_000

function shown(value: unknown): string {
  if (value === undefined) return '(nothing)'
  const text = typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? '')
  return text.length > mostShown ? `${text.slice(0, mostShown)}…` : text
}

function nameOf({ path, range }: Conflict, text: string): string {
  if (range) return `Line ${text.slice(0, range.from).split('\n').length}`
  return path.length === 0 ? 'The whole file' : path.join(' › ')
}

/** Resolves once all that was written into a document is at the server. */
function saved(store: DocumentStore, id: string): Promise<void> {
  return new Promise((resolve) => {
    let stop = () => undefined as unknown
    const look = () => {
      if ((store.session(id)?.state.unsent ?? 0) > 0) return
      stop()
      resolve()
    }
    stop = store.subscribe(look)
    look()
  })
}
