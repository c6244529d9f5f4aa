import { useState } from 'react'
import type { SchemaLike } from '../../model/types.ts'
import type { SchemaDoc } from '../../schema/flatten.ts'
import { isOpenable, type SchemaChild, type SchemaView, viewOf } from '../../schema/view.ts'
import { Markdown } from '../markdown/Markdown.tsx'
import { ChoiceSelect } from './ChoiceSelect.tsx'
import { ExternalSchema } from './ExternalSchema.tsx'
import { SchemaFacts } from './SchemaFacts.tsx'
import { SchemaRow } from './SchemaRow.tsx'
import { Rows, TreeRoot } from './tree-style.ts'

// More rows than a screen holds wait until they are asked for.
const FIRST_ROWS = 50
// Small objects one level down are open from the start: a reader sees the whole of a small schema at once.
const OPEN_ROWS = 12

export interface SchemaTreeProps {
  schema: SchemaLike
  doc: SchemaDoc
  /** Whether the schema's own type, description and limits stand above its fields. */
  showRoot?: boolean
}

/** A JSON Schema as a tree of fields; levels open on demand, so size and cycles do not matter. */
export function SchemaTree({ schema, doc, showRoot = true }: SchemaTreeProps) {
  const view = viewOf(schema, doc)
  return (
    <TreeRoot>
      {showRoot ? <RootLine view={view} /> : null}
      <SchemaLevel view={view} doc={doc} depth={0} />
    </TreeRoot>
  )
}

function RootLine({ view }: { view: SchemaView }) {
  return (
    <div className="root">
      <span className="type">{view.label}</span>
      {view.description ? <Markdown text={view.description} compact /> : null}
      <SchemaFacts facts={view.facts} {...(view.not && { not: view.not })} />
    </div>
  )
}

/** What lies inside a schema: its fields, its alternatives, and what has to be loaded. */
export function SchemaLevel({ view, doc, depth }: { view: SchemaView; doc: SchemaDoc; depth: number }) {
  return (
    <>
      <Fields fields={view.children} doc={doc} depth={depth} />
      {view.choices.map((choice, index) => (
        <ChoiceSelect
          // biome-ignore lint/suspicious/noArrayIndexKey: the groups of alternatives of one schema never change order
          key={index}
          choice={choice}
          renderOption={(option) => <Option schema={option} doc={doc} depth={depth} />}
        />
      ))}
      {view.externals.map((uri) => (
        <ExternalSchema
          key={uri}
          uri={uri}
          renderSchema={(schema, from) => <Option schema={schema} doc={from} depth={depth} />}
        />
      ))}
    </>
  )
}

function Option({ schema, doc, depth }: { schema: SchemaLike; doc: SchemaDoc; depth: number }) {
  const view = viewOf(schema, doc)
  if (depth > 40) return null
  return (
    <>
      {!isOpenable(view) || view.description || view.facts.length > 0 ? <RootLine view={view} /> : null}
      <SchemaLevel view={view} doc={doc} depth={depth} />
    </>
  )
}

function Fields({ fields, doc, depth }: { fields: SchemaChild[]; doc: SchemaDoc; depth: number }) {
  const [all, setAll] = useState(false)
  if (fields.length === 0) return null
  const shown = all ? fields : fields.slice(0, FIRST_ROWS)
  const openSmall = depth === 0 && fields.length <= OPEN_ROWS
  return (
    <Rows>
      {shown.map((field) => (
        <SchemaRow
          key={`${field.kind}:${field.name}`}
          field={field}
          doc={doc}
          openSmall={openSmall ? OPEN_ROWS : 0}
          renderLevel={(view) => <SchemaLevel view={view} doc={doc} depth={depth + 1} />}
        />
      ))}
      {shown.length < fields.length ? (
        <li className="more">
          <button type="button" onClick={() => setAll(true)}>
            Show all {fields.length} fields
          </button>
        </li>
      ) : null}
    </Rows>
  )
}
