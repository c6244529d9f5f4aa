import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { type ReactNode, useMemo, useState } from 'react'
import type { Path } from '../../../../../../editing/types.ts'
import { pathKey, startsWith } from '../binding/edits.ts'
import { useForm } from '../binding/form-context.tsx'
import { usePart, usePath } from '../binding/use-part.ts'
import { AddNamed } from '../fields/AddNamed.tsx'
import { Line } from '../fields/style.ts'
import { ExampleDialog } from './ExampleDialog.tsx'
import { FromJsonDialog } from './FromJsonDialog.tsx'
import { RuleMenu } from './RuleMenu.tsx'
import { type SchemaRow, schemaRows } from './rows.ts'
import { SchemaRowView } from './SchemaRowView.tsx'
import { addPropertyEdits } from './schema-edits.ts'
import { nextOf } from './tree-keys.ts'
import { TreeGrid } from './tree-style.ts'
import { typeOf } from './types.ts'

/** More of a level are shown when asked for: each row is a form of its own. */
const levelAtFirst = 80
/** Levels that are open from the start. */
const openDepth = 2

interface Props {
  path: Path
  label: string
  /** Beside the buttons of the tree. */
  actions?: ReactNode
  /** The body whose schema it is: what is pasted can be its example too. */
  exampleOf?: Path | undefined
}

/** A schema as a tree that is edited in its rows. */
export function SchemaEditor({ path, label, actions, exampleOf }: Props) {
  const place = usePath(path)
  const { keys, source, look, run, say } = useForm()
  const { value, problem, broken } = usePart(place)
  const [toggled, setToggled] = useState<Record<string, boolean>>({})
  const [limits, setLimits] = useState<Record<string, number>>({})
  const [dialog, setDialog] = useState<'json' | 'example' | null>(null)
  const rows = useMemo(
    () =>
      schemaRows(value, place, {
        keys,
        isOpen: (key, depth) => toggled[key] ?? depth < openDepth,
        limitOf: (key) => limits[key] ?? levelAtFirst,
      }),
    [value, place, keys, toggled, limits],
  )
  const isReadOnly = source.readOnly || problem !== null
  const { types, combination, reference } = typeOf(value)
  const isObject =
    reference === null && (types.includes('object') || (types.length === 0 && combination === null))
  const add = (name: string): string | null => {
    if (look([...place, 'properties', name]) !== undefined) return `There is a property “${name}” already.`
    const why = run(addPropertyEdits(look, place, name, { type: 'string' }))?.reason ?? null
    if (why === null) say(`${name} was added.`)
    return why
  }
  const showMore = (row: SchemaRow) => {
    const level = levelOf(row)
    setLimits((known) => ({ ...known, [level]: (known[level] ?? levelAtFirst) + levelAtFirst * 2 }))
  }
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 0.5, minWidth: 0 }}>
      <TreeGrid
        role="treegrid"
        aria-label={label}
        aria-readonly={isReadOnly || undefined}
        onKeyDown={(event) => nextOf(event)}
      >
        {rows.map((row) => (
          <SchemaRowView
            key={row.key}
            row={row}
            isReadOnly={isReadOnly || broken.some((one) => startsWith(row.path, one.path))}
            onToggle={setOpen(setToggled)}
            {...(row.more > 0 && { onMore: () => showMore(row) })}
          />
        ))}
      </TreeGrid>
      <Line sx={{ gap: 0.5 }}>
        {isReadOnly || !isObject ? null : (
          <AddNamed label="Add property" nameLabel="Name of the new property" onAdd={add} />
        )}
        {isReadOnly ? null : <RuleMenu path={place} />}
        {isReadOnly ? null : (
          <Button size="small" color="inherit" onClick={() => setDialog('json')}>
            From JSON
          </Button>
        )}
        <Button size="small" color="inherit" onClick={() => setDialog('example')}>
          Example
        </Button>
        {actions}
      </Line>
      {dialog === 'json' ? (
        <FromJsonDialog path={place} exampleOf={exampleOf} onClose={() => setDialog(null)} />
      ) : null}
      {dialog === 'example' ? <ExampleDialog path={place} onClose={() => setDialog(null)} /> : null}
    </Box>
  )
}

const setOpen =
  (set: (change: (known: Record<string, boolean>) => Record<string, boolean>) => void) =>
  (key: string, isOpen: boolean) =>
    set((known) => ({ ...known, [key]: isOpen }))

/** The schema whose level a row belongs to. */
const levelOf = (row: SchemaRow): string => pathKey(row.owner ?? row.path.slice(0, -2))
