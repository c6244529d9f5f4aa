import { useState } from 'react'
import type { SchemaLike } from '../../model/types.ts'
import type { SchemaChild } from '../../schema/child.ts'
import { refName, type SchemaDoc } from '../../schema/flatten.ts'
import { isOpenable, type SchemaView, viewOf } from '../../schema/view.ts'
import { ExternalDocsLink } from '../ExternalDocsLink.tsx'
import { Markdown } from '../markdown/Markdown.tsx'
import { ChoiceSelect } from './ChoiceSelect.tsx'
import { ExternalSchema } from './ExternalSchema.tsx'
import { Folded } from './Folded.tsx'
import { SchemaFacts } from './SchemaFacts.tsx'
import { SchemaRow } from './SchemaRow.tsx'
import { Rows, TreeRoot } from './tree-style.ts'

// More rows than a screen holds wait until they are asked for.
const FIRST_ROWS = 50
// Small objects one level down are open from the start: a reader sees the whole of a small schema at once.
const OPEN_ROWS = 12
// How large a level may be that is open on paper, by its depth: references go round, and pages have an end.
const PRINTED_ROWS = [50, 25, 12]
// Not even alternatives, which have no fields of their own.
const NOT_PRINTED = -1
// Groups of alternatives that unfold by themselves, one inside another or beside one another.
const ROOM = 24

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
      {view.title && !view.label.includes(view.title) ? <strong>{view.title}</strong> : null}
      {view.description ? <Markdown text={view.description} compact /> : null}
      {view.externalDocs ? <ExternalDocsLink docs={view.externalDocs} /> : null}
      <SchemaFacts facts={view.facts} {...(view.not && { not: view.not })} />
    </div>
  )
}

/** What unfolded by itself since the reader last opened something. */
interface Unfolded {
  /** References on the way down. */
  met: readonly string[]
  /** How many more groups of alternatives may unfold below. */
  room: number
}

interface LevelProps extends Partial<Unfolded> {
  view: SchemaView
  doc: SchemaDoc
  depth: number
}

/** What lies inside a schema: its fields, its alternatives, and what has to be loaded. */
export function SchemaLevel({ view, doc, depth, met = view.refs, room = ROOM }: LevelProps) {
  const unfolded = { met, room: Math.floor(room / Math.max(1, view.choices.length)) }
  return (
    <>
      <Fields fields={view.children} doc={doc} depth={depth} />
      {view.choices.map((choice, index) => (
        <ChoiceSelect
          // biome-ignore lint/suspicious/noArrayIndexKey: the groups of alternatives of one schema never change order
          key={index}
          choice={choice}
          renderOption={(option) => <Option schema={option} doc={doc} depth={depth} unfolded={unfolded} />}
        />
      ))}
      {view.externals.map((uri) => (
        <ExternalSchema
          key={uri}
          uri={uri}
          renderSchema={(schema, from) => (
            <Option schema={schema} doc={from} depth={depth} unfolded={{ met: [], room: ROOM }} />
          )}
        />
      ))}
    </>
  )
}

interface OptionProps {
  schema: SchemaLike
  doc: SchemaDoc
  depth: number
  unfolded: Unfolded
}

function Option({ schema, doc, depth, unfolded: { met, room } }: OptionProps) {
  const view = viewOf(schema, doc)
  const again = view.refs.find((ref) => met.includes(ref))
  // Alternatives show their first option at once: where those lead back to themselves, or branch at every level, there
  // would be no end to it.
  if (again !== undefined || view.choices.length > room) {
    const name = again ?? view.refs[0]
    return (
      <Folded label={name === undefined ? 'More alternatives' : `Alternatives of ${refName(name)}`}>
        {() => <SchemaLevel view={view} doc={doc} depth={depth + 1} />}
      </Folded>
    )
  }
  const below = { met: [...met, ...view.refs], room: room - view.choices.length }
  return (
    <>
      {!isOpenable(view) || view.description || view.facts.length > 0 ? <RootLine view={view} /> : null}
      <SchemaLevel view={view} doc={doc} depth={depth} {...below} />
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
      {shown.map((field, index) => (
        <SchemaRow
          // Of rules there may be several of one name.
          key={field.kind === 'rule' ? index : `${field.kind}:${field.name}`}
          field={field}
          doc={doc}
          openSmall={openSmall ? OPEN_ROWS : 0}
          openPrinted={PRINTED_ROWS[depth] ?? NOT_PRINTED}
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
