import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { Path } from '../../../../../../editing/types.ts'
import { addEdits, appendEdits, isRecord, removeEdits, setEdits } from '../binding/edits.ts'
import { componentsAt } from '../binding/flavour.ts'
import { useForm } from '../binding/form-context.tsx'
import { usePart, useSelected } from '../binding/use-part.ts'
import { AddMenu } from '../fields/AddMenu.tsx'
import { DeletableLine } from '../fields/DeletableLine.tsx'
import { FormSection } from '../fields/FormSection.tsx'
import { ItemList } from '../fields/ItemList.tsx'
import { Fields, Line, Nothing } from '../fields/style.ts'
import { TextListField } from '../fields/TextListField.tsx'
import { useComponentNames } from '../schema/use-components.ts'
import { scopesOf } from './security.ts'

interface Props {
  path: Path
  title: string
  /** Of an operation: without any of its own, those of the whole description hold. */
  isOwn?: boolean
}

const named = (schemes: readonly string[]) => schemes.map((name) => ({ value: name, label: name }))
// No scheme is called so: names of components have no spaces.
const none = { value: ' ', label: 'None: calls without it are allowed' }

/** Which schemes a call needs: one of the entries, and of that one all schemes. */
export function SecurityRequirements({ path, title, isOwn = false }: Props) {
  const { look, run, source } = useForm()
  const { value } = usePart(path)
  const schemes = useComponentNames('securitySchemes')
  const list: readonly unknown[] = Array.isArray(value) ? value : []
  const append = (name: string | null) => run(appendEdits(look, path, name === null ? {} : { [name]: [] }))
  return (
    <FormSection
      title={title}
      count={list.length}
      actions={
        source.readOnly ? null : (
          <>
            <AddMenu label="Add security" choices={[...named(schemes), none]} onPick={append} />
            {isOwn && value === undefined ? (
              <Button size="small" color="inherit" onClick={() => run(setEdits(look, path, []))}>
                Make public
              </Button>
            ) : null}
            {isOwn && list.length === 0 && value !== undefined ? (
              <Button size="small" color="inherit" onClick={() => run(removeEdits(look, path))}>
                Use the general ones
              </Button>
            ) : null}
          </>
        )
      }
    >
      {list.length === 0 ? (
        <Nothing>
          {isOwn && value === undefined ? 'As for all operations.' : 'None: everybody may call.'}
        </Nothing>
      ) : null}
      <ItemList
        path={path}
        indices={list.map((_, index) => index)}
        label={title}
        nameOf={(index) =>
          Object.keys(isRecord(list[index]) ? list[index] : {}).join(' and ') || 'no security'
        }
      >
        {(entry, index) => <Requirement path={entry} isFirst={index === 0} schemes={schemes} />}
      </ItemList>
    </FormSection>
  )
}

function Requirement({
  path,
  isFirst,
  schemes,
}: {
  path: Path
  isFirst: boolean
  schemes: readonly string[]
}) {
  const { look, run, source } = useForm()
  const { value } = usePart(path)
  const names = isRecord(value) ? Object.keys(value) : []
  return (
    <Box sx={{ display: 'grid', gap: 0.5 }}>
      <Line>
        <Box component="span" sx={{ typography: 'body2', color: 'text.secondary' }}>
          {isFirst ? '' : 'or '}
          {names.length === 0 ? 'no security' : 'all of'}
        </Box>
        {source.readOnly || names.length === 0 ? null : (
          <AddMenu
            label="And"
            choices={named(schemes.filter((name) => !names.includes(name)))}
            onPick={(name) => run(addEdits(look, path, name, []))}
          />
        )}
      </Line>
      {names.map((name) => (
        <SchemeOfRequirement key={name} path={[...path, name]} name={name} canDelete={names.length > 1} />
      ))}
    </Box>
  )
}

interface SchemeOfProps {
  path: Path
  name: string
  canDelete: boolean
}

function SchemeOfRequirement({ path, name, canDelete }: SchemeOfProps) {
  const { look, flavour } = useForm()
  const scheme = [...componentsAt(flavour, 'securitySchemes'), name]
  const scopes = useSelected(() => scopesOf(look(scheme)))
  const { value: type } = usePart([...scheme, 'type'])
  const hasScopes = type === 'oauth2' || type === 'openIdConnect'
  const shown = hasScopes ? (
    <Fields>
      {/* A scheme without scopes is still needed: its empty list stays. */}
      <TextListField path={path} label={name} noun="scope" suggestions={scopes} prune={0} />
    </Fields>
  ) : (
    <Box sx={{ typography: 'body2', color: 'text.secondary', overflowWrap: 'anywhere', py: 0.5 }}>{name}</Box>
  )
  if (!canDelete) return shown
  return (
    <DeletableLine of={name} path={path}>
      {shown}
    </DeletableLine>
  )
}
