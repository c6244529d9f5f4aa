import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { type ReactNode, useState } from 'react'
import type { Path } from '../../../../../../editing/types.ts'
import { RowMenu } from '../../../../shared/ui/table/RowMenu.tsx'
import { removeEdits } from '../binding/edits.ts'
import type { ComponentKind } from '../binding/flavour.ts'
import { useForm } from '../binding/form-context.tsx'
import { CommentSpot } from '../comment-slot.tsx'
import { action, destructive } from './actions.tsx'
import { useExtract } from './use-extract.tsx'

/** More are shown when asked for: a page stays quick however long a list is. */
const shownAtFirst = 60

interface Props {
  /** Of the array. */
  path: Path
  /** The positions that are listed here. */
  indices: readonly number[]
  label: string
  nameOf: (index: number) => string
  /** How many objects around it go with the last one. */
  prune?: number
  /** What its elements can be made components of. */
  extract?: ComponentKind
  children: (path: Path, index: number) => ReactNode
}

/** Elements of an array, one below the other, each with its actions. */
export function ItemList({ path, indices, label, nameOf, prune = 1, extract, children }: Props) {
  const { run, look, moveTo, source, sayDeleted } = useForm()
  const extraction = useExtract(extract)
  const [isAll, setAll] = useState(false)
  const shown = isAll ? indices : indices.slice(0, shownAtFirst)
  const remove = (index: number) => {
    const name = nameOf(index)
    if (!run(removeEdits(look, [...path, index], prune))) sayDeleted(name)
  }
  const move = (index: number, to: number | undefined) => {
    if (to !== undefined) moveTo([...path, index], to)
  }
  if (indices.length === 0) return null
  return (
    <>
      <Box
        component="ul"
        aria-label={label}
        sx={{
          listStyle: 'none',
          m: 0,
          p: 0,
          border: 1,
          borderColor: 'divider',
          borderRadius: 1,
          '& > li:not(:last-of-type)': { borderBottom: 1, borderColor: 'divider' },
        }}
      >
        {shown.map((index, place) => (
          <Box
            component="li"
            key={index}
            sx={{
              display: 'flex',
              alignItems: 'flex-start',
              gap: 0.5,
              py: 0.75,
              pl: 1,
              pr: 0.5,
              minWidth: 0,
            }}
          >
            <Box sx={{ flex: 1, minWidth: 0 }}>{children([...path, index], index)}</Box>
            <CommentSpot path={[...path, index]} of={nameOf(index)} />
            {source.readOnly ? null : (
              <RowMenu
                tabIndex={0}
                label={`Actions of ${nameOf(index)}`}
                actions={[
                  action(
                    'Move up',
                    () => move(index, indices[place - 1]),
                    place === 0 ? 'It is the first.' : null,
                  ),
                  action(
                    'Move down',
                    () => move(index, indices[place + 1]),
                    place === indices.length - 1 ? 'It is the last.' : null,
                  ),
                  ...extraction.entries([...path, index], nameOf(index)),
                  destructive('Delete', () => remove(index)),
                ]}
              />
            )}
          </Box>
        ))}
      </Box>
      {shown.length < indices.length ? (
        <Button size="small" onClick={() => setAll(true)} sx={{ justifySelf: 'start' }}>
          Show {(indices.length - shown.length).toLocaleString('en')} more
        </Button>
      ) : null}
      {extraction.dialog}
    </>
  )
}
