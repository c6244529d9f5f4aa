import Box from '@mui/material/Box'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import { type ReactNode, useId, useState } from 'react'
import type { Path } from '../../../../../../editing/types.ts'
import { RowMenu } from '../../../../shared/ui/table/RowMenu.tsx'
import { addEdits, removeEdits } from '../binding/edits.ts'
import type { ComponentKind } from '../binding/flavour.ts'
import { useForm } from '../binding/form-context.tsx'
import { useKeys } from '../binding/use-part.ts'
import { CommentSpot } from '../comment-slot.tsx'
import { AddNamed } from './AddNamed.tsx'
import { action, destructive } from './actions.tsx'
import { FormSection } from './FormSection.tsx'
import { NameBox } from './NameBox.tsx'
import { Nothing } from './style.ts'
import { useExtract } from './use-extract.tsx'

export interface TabbedMapProps {
  path: Path
  title: string
  /** One of them, in the middle of a sentence. */
  noun: string
  suggestions?: readonly string[]
  placeholder?: string
  fresh: (name: string) => unknown
  /** Why a name cannot be one of these. */
  check?: (name: string) => string | null
  /** Which members of the object are listed here; without it all but extensions. */
  accept?: (name: string) => boolean
  /** How many objects around it go with the last one. */
  prune?: number
  isInner?: boolean
  empty?: string
  renderLabel?: (name: string) => ReactNode
  children: (path: Path, name: string) => ReactNode
  /** The one to open first. */
  first?: string | undefined
  /** What its members can be made components of, and what such a component is called after. */
  extract?: { kind: ComponentKind; nameOf?: (name: string) => string }
  /** Beside the button that adds one. */
  actions?: ReactNode
}

const isNoExtension = (name: string): boolean => !name.startsWith('x-')

/** Members of an object by their names, one of them open: only that one is rendered. */
export function TabbedMap(props: TabbedMapProps) {
  const { path, title, noun, prune = 0, check } = props
  const { run, look, moveTo, source, sayDeleted } = useForm()
  const id = useId()
  const names = useKeys(path)
    .map(String)
    .filter(props.accept ?? isNoExtension)
  const [wanted, setWanted] = useState<string | undefined>(props.first)
  const [isRenaming, setRenaming] = useState(false)
  const extraction = useExtract(props.extract?.kind)
  const current = wanted !== undefined && names.includes(wanted) ? wanted : names[0]
  const reasonAgainst = (name: string): string | null =>
    names.includes(name) ? `There is a ${noun} “${name}” already.` : (check?.(name) ?? null)
  const add = (name: string): string | null => {
    const why = reasonAgainst(name) ?? run(addEdits(look, path, name, props.fresh(name)))?.reason ?? null
    if (why === null) setWanted(name)
    return why
  }
  const rename = (from: string, to: string): string | null => {
    const why = reasonAgainst(to) ?? run([{ type: 'rename', path: [...path, from], key: to }])?.reason ?? null
    if (why === null) {
      setWanted(to)
      setRenaming(false)
    }
    return why
  }
  const remove = (name: string) => {
    const at = names.indexOf(name)
    if (run(removeEdits(look, [...path, name], prune))) return
    setWanted(names[at + 1] ?? names[at - 1])
    sayDeleted(name)
  }
  const move = (name: string, by: number) => {
    const other = names[names.indexOf(name) + by]
    if (other !== undefined) moveTo([...path, name], other)
  }
  return (
    <FormSection
      title={title}
      count={names.length}
      isInner={props.isInner ?? false}
      actions={
        <>
          <AddNamed
            label={`Add ${noun}`}
            nameLabel={`Name of the new ${noun}`}
            onAdd={add}
            {...(props.suggestions && {
              suggestions: props.suggestions.filter((name) => !names.includes(name)),
            })}
            {...(props.placeholder !== undefined && { placeholder: props.placeholder })}
          />
          {props.actions}
        </>
      }
    >
      {current === undefined ? (
        props.isInner && props.empty === undefined ? null : (
          <Nothing>{props.empty ?? `No ${noun} yet.`}</Nothing>
        )
      ) : (
        <>
          <Box
            sx={{
              display: 'flex',
              alignItems: 'center',
              borderBottom: 1,
              borderColor: 'divider',
              minWidth: 0,
            }}
          >
            <Tabs
              value={current}
              onChange={(_event, name: string) => {
                setWanted(name)
                setRenaming(false)
              }}
              variant="scrollable"
              scrollButtons="auto"
              aria-label={title}
              sx={{ flex: 1, minWidth: 0, minHeight: 34 }}
            >
              {names.map((name, index) => (
                <Tab
                  key={name}
                  value={name}
                  label={props.renderLabel?.(name) ?? name}
                  id={`${id}-tab-${index}`}
                  aria-controls={name === current ? `${id}-panel` : undefined}
                  sx={{ minHeight: 34, minWidth: 48, px: 1.25, py: 0.5, maxWidth: 260 }}
                />
              ))}
            </Tabs>
            <CommentSpot path={[...path, current]} of={current} />
            {source.readOnly ? null : (
              <RowMenu
                tabIndex={0}
                label={`Actions of ${current}`}
                actions={[
                  action('Rename', () => setRenaming(true)),
                  action(
                    'Move left',
                    () => move(current, -1),
                    names[0] === current ? 'It is the first.' : null,
                  ),
                  action(
                    'Move right',
                    () => move(current, 1),
                    names.at(-1) === current ? 'It is the last.' : null,
                  ),
                  ...extraction.entries([...path, current], props.extract?.nameOf?.(current) ?? current),
                  destructive('Delete', () => remove(current)),
                ]}
              />
            )}
          </Box>
          <Box
            role="tabpanel"
            id={`${id}-panel`}
            aria-labelledby={`${id}-tab-${names.indexOf(current)}`}
            sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1.5, pt: 0.5, minWidth: 0 }}
          >
            {isRenaming ? (
              <NameBox
                autoFocus
                isMono
                label={`New name of ${current}`}
                name={current}
                onName={(name) => rename(current, name)}
                onCancel={() => setRenaming(false)}
                onEnter={() => setRenaming(false)}
              />
            ) : null}
            {props.children([...path, current], current)}
          </Box>
          {extraction.dialog}
        </>
      )}
    </FormSection>
  )
}
