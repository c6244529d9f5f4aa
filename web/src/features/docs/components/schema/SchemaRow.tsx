import { type ReactNode, useId, useState } from 'react'
import type { SchemaChild } from '../../schema/child.ts'
import type { SchemaDoc } from '../../schema/flatten.ts'
import { isOpenable, type SchemaView, viewOf } from '../../schema/view.ts'
import { ExternalDocsLink } from '../ExternalDocsLink.tsx'
import { Markdown } from '../markdown/Markdown.tsx'
import { usePrinting } from '../use-printing.ts'
import { SchemaFacts } from './SchemaFacts.tsx'

interface Props {
  field: SchemaChild
  doc: SchemaDoc
  /** A level with at most this many fields is open from the start. */
  openSmall: number
  /** On paper, one with at most this many is. */
  openPrinted: number
  renderLevel: (view: SchemaView) => ReactNode
  /** What else is said of the field. */
  extra?: ReactNode
}

/** One field: name, type, what is said about it, and what lies inside once opened. */
export function SchemaRow({ field, doc, openSmall, openPrinted, renderLevel, extra }: Props) {
  const view = viewOf(field.schema, doc)
  const openable = isOpenable(view)
  const small = view.children.length > 0 && view.children.length <= openSmall && view.externals.length === 0
  const [open, setOpen] = useState(small && view.choices.length === 0)
  const isPrinted = usePrinting() && view.children.length <= openPrinted && view.externals.length === 0
  const isOpen = open || isPrinted
  const id = useId()
  const nameProps = {
    className: 'name',
    'data-kind': field.kind,
    'data-deprecated': view.deprecated || undefined,
  }
  return (
    <li>
      <div className="head">
        {openable ? (
          <button
            type="button"
            {...nameProps}
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setOpen(!open)}
          >
            {field.name}
          </button>
        ) : (
          <span {...nameProps}>{field.name}</span>
        )}
        <span className="type">{view.label}</span>
        {view.title && !view.label.includes(view.title) ? <span className="title">{view.title}</span> : null}
        {field.required ? <span className="required">required</span> : null}
        {flags(view).map((flag) => (
          <span className="flag" key={flag} data-flag={flag}>
            {flag}
          </span>
        ))}
      </div>
      {view.description ? (
        <div className="text">
          <Markdown text={view.description} compact />
        </div>
      ) : null}
      {view.externalDocs ? <ExternalDocsLink docs={view.externalDocs} /> : null}
      <SchemaFacts facts={[...(field.facts ?? []), ...view.facts]} {...(view.not && { not: view.not })} />
      {extra}
      {isOpen && openable ? (
        <div className="inside" id={id}>
          {renderLevel(view)}
        </div>
      ) : null}
    </li>
  )
}

function flags(view: SchemaView): string[] {
  const all = {
    deprecated: view.deprecated,
    'read-only': view.readOnly,
    'write-only': view.writeOnly,
    internal: view.internal,
  }
  return Object.entries(all).flatMap(([name, set]) => (set ? [name] : []))
}
