import type { Encoding } from '../../model/types.ts'
import type { SchemaDoc } from '../../schema/flatten.ts'
import { SchemaFacts } from '../schema/SchemaFacts.tsx'
import { Rows, TreeRoot } from '../schema/tree-style.ts'
import { ParamRows } from './ParamSections.tsx'
import { encodingFacts } from './param-facts.ts'

/** How the properties of a form are written, where the description says so. */
export function EncodingSection({ encodings, doc }: { encodings: readonly Encoding[]; doc: SchemaDoc }) {
  const said = encodings
    .map((encoding) => ({ encoding, facts: encodingFacts(encoding), headers: encoding.headers ?? [] }))
    .filter(({ facts, headers }) => facts.length > 0 || headers.length > 0)
  if (said.length === 0) return null
  return (
    <>
      <h3 className="subtitle">Encoding</h3>
      <TreeRoot>
        <Rows>
          {said.map(({ encoding, facts, headers }) => (
            <li key={encoding.property}>
              <div className="head">
                <span className="name">{encoding.property}</span>
              </div>
              <SchemaFacts facts={facts} />
              {headers.length > 0 ? (
                <div className="inside">
                  <ParamRows params={headers} doc={doc} place="headers" />
                </div>
              ) : null}
            </li>
          ))}
        </Rows>
      </TreeRoot>
    </>
  )
}
