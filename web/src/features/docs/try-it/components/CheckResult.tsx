import { useEffect, useState } from 'react'
import type { Operation } from '../../model/types.ts'
import { isJson } from '../../samples/media-type.ts'
import type { SchemaResult } from '../check/check.ts'
import { type DescribedAnswer, describedAnswer, mediaTypeOf } from '../check/described.ts'
import { runCheck } from '../check/run.ts'
import type { TryItAnswer } from '../send.ts'

/** Whether an answer is what the description says, and what is not. */
export function CheckResult({ answer, operation }: { answer: TryItAnswer; operation: Operation }) {
  const [checked, setChecked] = useState<{ answer: TryItAnswer; result: SchemaResult | null }>()
  const described = describedAnswer(operation, answer.status, answer.headers, isEmpty(answer))
  useEffect(() => {
    let current = true
    void checkBody(answer, operation).then((result) => current && setChecked({ answer, result }))
    return () => {
      current = false
    }
  }, [answer, operation])
  if (checked?.answer !== answer) return <p className="muted">Comparing with the description…</p>
  return <Said described={described} result={checked.result} />
}

/** Of what broke off there may have been more. */
const isEmpty = ({ body, end }: TryItAnswer): boolean => body.size === 0 && end === 'complete'

/** What a schema says of a body; null where there is nothing to compare. */
async function checkBody(answer: TryItAnswer, operation: Operation): Promise<SchemaResult | null> {
  const { status, headers, body, end } = answer
  const { content } = describedAnswer(operation, status, headers, isEmpty(answer))
  // A range names no type: what was answered does.
  const type = content?.mediaType.includes('*') ? mediaTypeOf(headers) : (content?.mediaType ?? '')
  if (content?.schema === undefined || !isJson(type) || end !== 'complete') return null
  return runCheck({ schema: content.schema, bundle: operation.__bundled__ ?? {}, text: await body.text() })
}

function Said({ described, result }: { described: DescribedAnswer; result: SchemaResult | null }) {
  const found = result && 'problems' in result ? result.problems : []
  const problems = [
    ...described.problems.map((message) => ({ at: '', message })),
    ...found.map(({ at, message }) => ({ at: at === '#' ? '' : at.slice(2), message })),
  ]
  if (problems.length > 0)
    return (
      <div>
        <p className="error">✗ Differs from the description</p>
        <ul style={{ margin: '4px 0 0', paddingLeft: 20, overflowWrap: 'anywhere' }}>
          {problems.map(({ at, message }) => (
            <li key={`${at} ${message}`}>
              {at ? <code>{at}</code> : null} {message}
            </li>
          ))}
        </ul>
      </div>
    )
  const of = [described.response?.code, described.content?.mediaType].filter(Boolean).join(', ')
  const unchecked = result && 'unchecked' in result ? ` ${result.unchecked}` : ''
  return (
    <p>
      <span style={{ color: 'var(--docs-success)' }}>✓</span> Matches the description{of ? ` (${of})` : ''}
      {result === null ? ' in status and type' : ''}.{unchecked}
    </p>
  )
}
