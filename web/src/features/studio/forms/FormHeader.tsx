import Box from '@mui/material/Box'
import Chip from '@mui/material/Chip'
import Typography from '@mui/material/Typography'
import { useCallback, useSyncExternalStore } from 'react'
import type { Path } from '../../../../../editing/types.ts'
import { MethodBadge } from '../../../shared/ui/MethodBadge.tsx'
import { RowMenu } from '../../../shared/ui/table/RowMenu.tsx'
import { pathKey, removeEdits, startsWith } from './binding/edits.ts'
import { componentNames } from './binding/flavour.ts'
import { useForm } from './binding/form-context.tsx'
import { usePart } from './binding/use-part.ts'
import { CommentSpot } from './comment-slot.tsx'
import { destructive } from './fields/actions.tsx'
import { NameBox } from './fields/NameBox.tsx'
import { NoteButton } from './fields/style.ts'
import { reasonAgainstPath } from './openapi/paths.ts'
import { rename } from './openapi/rename.ts'
import type { Shown } from './place.ts'

/** What the form is about: its name, which can be changed, and who else is at it. */
export function FormHeader({ shown }: { shown: Shown }) {
  const { source } = useForm()
  return (
    <Box
      component="header"
      sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 0.5, minWidth: 0 }}
    >
      <Typography variant="overline" color="textSecondary">
        {kindOf(shown)}
        {source.readOnly ? ' · read only' : ''}
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, minWidth: 0 }}>
        {shown.view === 'overview' ? <OverviewTitle /> : <NamedTitle shown={shown} />}
        <CommentSpot path={shown.path} of={`this ${kindOf(shown)}`} />
      </Box>
      <Others path={shown.path} />
    </Box>
  )
}

function kindOf(shown: Shown): string {
  if (shown.view === 'component') return componentNames[shown.kind]
  if (shown.view === 'path') return shown.path[0] === 'webhooks' ? 'webhook' : 'path'
  return shown.view
}

function OverviewTitle() {
  const { value } = usePart(['info', 'title'])
  return (
    <Typography variant="h2" component="h2" sx={{ overflowWrap: 'anywhere' }}>
      {typeof value === 'string' && value !== '' ? value : 'Untitled API'}
    </Typography>
  )
}

function NamedTitle({ shown }: { shown: Exclude<Shown, { view: 'overview' }> }) {
  const { source, look, keys, run, refuse, onOpen, onRename, sayDeleted } = useForm()
  const { path, view } = shown
  const owner = view === 'operation' ? path.slice(0, -1) : path
  if (path.length === 0) {
    return (
      <Typography variant="h2" component="h2" sx={{ overflowWrap: 'anywhere' }}>
        {source.path.split('/').at(-1)}
      </Typography>
    )
  }
  const name = String(owner.at(-1))
  const renameTo = (to: string): string | null => {
    const taken = keys(owner.slice(0, -1)).map(String)
    const isTemplate = owner[0] === 'paths'
    const others = taken.filter((other) => other !== name)
    const why = isTemplate
      ? reasonAgainstPath(to, others)
      : taken.includes(to)
        ? `There is “${to}” already.`
        : reasonAgainstName(owner, to)
    if (why !== null) return why
    void rename({ source, look, onRename }, owner, to).then(({ refused, isDone }) => {
      refuse(refused)
      if (isDone) onOpen([...owner.slice(0, -1), to, ...path.slice(owner.length)])
    })
    return null
  }
  const remove = () => {
    const prune = owner[0] === 'paths' || view === 'operation' ? 0 : path.length - 1
    if (run(removeEdits(look, path, prune))) return
    sayDeleted(String(path.at(-1)))
    onOpen(view === 'operation' ? owner : [])
  }
  return (
    <>
      {view === 'operation' ? <MethodBadge method={String(path.at(-1))} size="large" /> : null}
      <Typography component="h2" variant="h2" sx={visuallyHidden}>
        {view === 'operation' ? `${String(path.at(-1)).toUpperCase()} ${name}` : name}
      </Typography>
      <Box sx={{ flex: '1 1 200px', minWidth: 0, ml: view === 'operation' ? 0 : -1 }}>
        <NameBox
          isBare
          isMono
          isTitle
          label={`Name of the ${view === 'operation' ? 'path' : kindOf(shown)}`}
          name={name}
          onName={renameTo}
          isReadOnly={source.readOnly}
        />
      </Box>
      {view === 'operation' ? (
        <NoteButton type="button" onClick={() => onOpen(owner)}>
          {owner[0] === 'webhooks' ? 'Webhook' : 'Path'}
        </NoteButton>
      ) : null}
      {source.readOnly ? null : (
        <RowMenu
          tabIndex={0}
          label={`Actions of this ${kindOf(shown)}`}
          actions={[destructive(`Delete this ${kindOf(shown)}`, remove)]}
        />
      )}
    </>
  )
}

const visuallyHidden = {
  position: 'absolute',
  width: 1,
  height: 1,
  overflow: 'hidden',
  clipPath: 'inset(50%)',
}

const reasonAgainstName = (owner: Path, name: string): string | null =>
  owner[0] === 'components' && !/^[a-zA-Z0-9._-]+$/.test(name)
    ? 'Use letters, digits, dots, dashes and underscores only.'
    : null

/** Who else edits here: two at one thing should know of each other. */
function Others({ path }: { path: Path }) {
  const { source } = useForm()
  const { awareness, id } = source
  const subscribe = useCallback((listen: () => void) => awareness.subscribe(listen), [awareness])
  const names = useSyncExternalStore(subscribe, () =>
    JSON.stringify(
      awareness
        .people()
        .filter((person) => person.documentId === id && person.path !== null && startsWith(person.path, path))
        .map((person) => person.name),
    ),
  )
  const list: string[] = [...new Set<string>(JSON.parse(names))]
  if (list.length === 0 || pathKey(path) === '[]') return null
  return (
    <Box role="status" sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5 }}>
      {list.map((name) => (
        <Chip key={name} size="small" color="secondary" variant="outlined" label={`${name} edits here`} />
      ))}
    </Box>
  )
}
