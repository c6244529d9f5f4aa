import { memo } from 'react'
import type { Path } from '../../../../../../editing/types.ts'
import { appendEdits, freeName, isRecord, pathKey } from '../binding/edits.ts'
import { pathOfReference } from '../binding/flavour.ts'
import { useForm } from '../binding/form-context.tsx'
import { usePart } from '../binding/use-part.ts'
import { AddButton } from '../fields/AddButton.tsx'
import { AddMenu } from '../fields/AddMenu.tsx'
import { ComponentMenu } from '../fields/ComponentMenu.tsx'
import { FormSection } from '../fields/FormSection.tsx'
import { ItemList } from '../fields/ItemList.tsx'
import { Referable } from '../fields/Referable.tsx'
import { Nothing } from '../fields/style.ts'
import { ParameterForm } from './ParameterForm.tsx'
import { pathParameter, undeclared } from './paths.ts'

interface Props {
  /** Of the operation or the path that has them. */
  owner: Path
  /** The path whose template names parameters; none for webhooks. */
  pathItem: Path | null
  title?: string
}

const placesOf3 = ['path', 'query', 'header', 'cookie']
const placesOf2 = ['path', 'query', 'header', 'formData', 'body']
const placeNames: Record<string, string> = {
  path: 'Path parameters',
  query: 'Query parameters',
  header: 'Headers',
  cookie: 'Cookies',
  formData: 'Form fields',
  body: 'Body',
  '': 'Other parameters',
}
const placeNouns: Record<string, string> = {
  query: 'In the query',
  header: 'In a header',
  cookie: 'In a cookie',
  formData: 'In the form',
  body: 'As the body',
}

/** The parameters of an operation or a path, by where they stand in a request. */
export function Parameters({ owner, pathItem, title = 'Parameters' }: Props) {
  const { look, run, flavour } = useForm()
  const path = [...owner, 'parameters']
  const { value } = usePart(path)
  const list: readonly unknown[] = Array.isArray(value) ? value : []
  const known = flavour === 'oas2' ? placesOf2 : placesOf3
  const entries = list.map((parameter, index) => ({ index, ...shown(parameter, look) }))
  const isItem = pathItem !== null && pathKey(owner) === pathKey(pathItem)
  const missing = pathItem ? undeclared(look, pathItem, isItem ? null : owner) : []
  const add = (place: string) => {
    const names = entries.filter((entry) => entry.place === place).map((entry) => entry.name)
    const name = place === 'body' ? 'body' : freeName(names, place === 'header' ? 'X-Header' : 'name')
    run(appendEdits(look, path, fresh(name, place, flavour === 'oas2')))
  }
  const choices = known
    .filter(
      (place) => place !== 'path' && !(place === 'body' && entries.some((entry) => entry.place === 'body')),
    )
    .map((place) => ({ value: place, label: placeNouns[place] ?? place }))
  const places = [...known.filter((place) => place !== 'path' || pathItem !== null), '']
  return (
    <FormSection
      title={title}
      count={list.length}
      actions={
        <>
          <AddMenu label="Add parameter" choices={choices} onPick={add} />
          <ComponentMenu kind="parameters" onPick={($ref) => run(appendEdits(look, path, { $ref }))} />
        </>
      }
    >
      {list.length === 0 && missing.length === 0 ? <Nothing>None.</Nothing> : null}
      {places.map((place) => {
        const own = entries.filter((entry) => (known.includes(entry.place) ? entry.place : '') === place)
        const asks = place === 'path' ? missing : []
        if (own.length === 0 && asks.length === 0) return null
        return (
          <FormSection key={place} isInner title={placeNames[place] ?? place} count={own.length}>
            <ItemList
              path={path}
              indices={own.map((entry) => entry.index)}
              label={placeNames[place] ?? place}
              extract="parameters"
              nameOf={(index) => entries[index]?.name || 'parameter'}
            >
              {(parameter) => <ParameterEntry path={parameter} />}
            </ItemList>
            {asks.map((name) => (
              <AddButton
                key={name}
                label={`Describe {${name}}`}
                onClick={() => run(appendEdits(look, path, pathParameter(name, flavour)))}
              />
            ))}
          </FormSection>
        )
      })}
    </FormSection>
  )
}

/** Where a parameter stands and what it is called, also of one that is referred to. */
function shown(parameter: unknown, look: (path: Path) => unknown): { place: string; name: string } {
  const reference = isRecord(parameter) ? pathOfReference(parameter.$ref) : null
  const meant = reference ? look(reference) : parameter
  if (!isRecord(meant)) return { place: '', name: '' }
  return { place: String(meant.in ?? ''), name: String(meant.name ?? '') }
}

function fresh(name: string, place: string, is2: boolean): Record<string, unknown> {
  if (place === 'body') return { name, in: place, schema: { type: 'object' } }
  return { name, in: place, ...(is2 ? { type: 'string' } : { schema: { type: 'string' } }) }
}

const ParameterEntry = memo(
  function ParameterEntry({ path }: { path: Path }) {
    return (
      <Referable path={path} kind="parameters">
        <ParameterForm path={path} />
      </Referable>
    )
  },
  (before, after) => pathKey(before.path) === pathKey(after.path),
)
